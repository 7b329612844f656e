// Guides first, decisions and changes last. The weights are those of Sphinx.
var Scorer = {
  score: ([page, , , , score]) => {
    if (/^(index$|faq|cheat-sheet|tutorial\/|how-to\/)/.test(page)) return score + 10;
    if (/^(decisions\/|changes|release-notes\/|explanation\/reproduction\/)/.test(page)) return score - 50;
    return score;
  },
  objNameMatch: 11,
  objPartialMatch: 6,
  objPrio: { 0: 15, 1: 5, 2: -5 },
  objPrioDefault: 0,
  title: 15,
  partialTitle: 7,
  term: 5,
  partialTerm: 2,
};
