complete --keep-order --exclusive --command bowling --arguments "(BOWLING_COMPLETE=fish bowling -- (commandline --current-process --tokenize --cut-at-cursor) (commandline --current-token))"
