# Completes command lines of arbiter in fish: ~/.config/fish/completions/arbiter.fish
function __arbiter_candidates
	set -l words (commandline -opc)
	set -l last (commandline -ct)
	set -l found ($words[1] __complete $words[2..-1] "$last" 2>/dev/null)
	if test (count $found) -gt 0
		string join \n -- $found
	else
		__fish_complete_path "$last"
	end
end
complete -c arbiter -f -a '(__arbiter_candidates)'
