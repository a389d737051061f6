"""The plots of the pages, drawn from plain numbers: nothing here knows runs, cells or fits."""
