"""Descriptions of parameters in docstrings."""

from __future__ import annotations

from haversack.config.docstrings import read_factory_docs, read_parameter_docs


def test_a_docstring_without_parameters_documents_none():
    assert read_parameter_docs("Do something.\n\nReturns\n-------\nint\n    A number.\n") == {}
    assert read_parameter_docs("") == {}


def test_paragraphs_of_a_parameter_are_joined():
    docs = read_parameter_docs(
        "Do.\n\nParameters\n----------\na : int\n    One.\n\n    Two.\nb\n    Three.\n\nNotes\n-----\nx\n"
    )
    assert docs == {"a": "One. Two.", "b": "Three."}


class Base:
    """Base.

    Parameters
    ----------
    depth, width
        A size.
    """


class Derived(Base):
    """Derived.

    Parameters
    ----------
    width : float
        Another size.
    """


def test_a_class_inherits_descriptions_and_may_replace_them():
    assert read_factory_docs(Derived) == {"depth": "A size.", "width": "Another size."}


def test_a_function_without_docstring_has_none():
    assert read_factory_docs(lambda depth: depth) == {}
