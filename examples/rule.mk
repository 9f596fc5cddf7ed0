# One CSV file for every sheet. A sheet with an invalid game or a wrong claim stops make.
%.csv: %.sheet
	bowling --csv $< > $@

.DELETE_ON_ERROR:
