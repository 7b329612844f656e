"""How the documentation is built. Nothing here reaches for the network."""

from __future__ import annotations

import sys
from pathlib import Path

import haversack

sys.path.insert(0, str(Path(__file__).parent / "_ext"))

project = "haversack"
author = "the authors of haversack"
project_copyright = author
version = release = haversack.__version__

extensions = [
    "myst_parser",
    "sphinx.ext.autodoc",
    "sphinx.ext.napoleon",
    "sphinx_copybutton",
    "command_help",
    "gallery",
    "mathml",
    "option_tables",
    "plain_signatures",
    "plots",
    "promises",
    "search_words",
]
exclude_patterns = ["_build", "_ext"]
# In docstrings a name in single backticks links to its entry where there is one, and is plain code where there is none.
default_role = "py:obj"

myst_enable_extensions = ["deflist", "dollarmath", "attrs_block", "colon_fence"]
myst_heading_anchors = 3

autodoc_member_order = "bysource"
autodoc_typehints = "signature"
autodoc_typehints_format = "short"
add_module_names = False
python_use_unqualified_type_names = True
python_maximum_signature_line_length = 90
napoleon_google_docstring = False
napoleon_use_rtype = False
# Parameters that share a description are one entry, not one each. Types are in the signature.
napoleon_use_param = False
napoleon_attr_annotations = False

html_theme = "furo"
html_math_renderer = "mathml"
html_static_path = ["_static"]
html_css_files = ["site.css"]
html_search_scorer = str(Path(__file__).parent / "_ext" / "scorer.js")
html_title = f"haversack {release}"
html_copy_source = False
html_show_sourcelink = False
# Copied are commands and code, neither prompts nor what they print.
copybutton_prompt_text = r">>> |\.\.\. |\$ "
copybutton_prompt_is_regexp = True
