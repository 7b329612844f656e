"""What the tests of the theory share."""

import json


def computed(experiment):
    """The results of all parts, as they come back from disk."""
    results = {}
    for part in experiment.parts():
        json.dumps(part.arguments, allow_nan=False)
        found = experiment.run(part, {key: results[key] for key in part.needs})
        results[part.key] = json.loads(json.dumps(found, allow_nan=False))
    return results


def verdicts(claims, *words):
    """The verdicts of the claims whose statement has all these words."""
    return [claim.verdict for claim in claims if all(word in claim.statement for word in words)]


def written(report):
    """All cells that a page would show, and all figures, drawn."""
    from matplotlib.figure import Figure

    cells = [
        column.shown(row[column.key])
        for table in report.tables
        for row in table.rows
        for column in table.columns
        if row[column.key] is not None
    ]
    for figure in report.figures:
        for draw in figure.draws:
            draw(Figure().add_subplot())
    for table in report.tables:
        assert len({tuple(row) for row in table.rows}) == 1, table.name
    return cells
