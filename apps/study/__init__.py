"""Studies: many games played by the computer, on all cores or on a Dask cluster, as tables and pictures."""
