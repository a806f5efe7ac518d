"""The page to watch and read runs: files for a browser, served by the server and set into reports."""
