"""Results as pages for a browser. They need jinja2 and matplotlib: ``pip install "haversack[report]"``."""
