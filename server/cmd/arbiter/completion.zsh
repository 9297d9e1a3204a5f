#compdef arbiter
# Completes command lines of arbiter in zsh: a file _arbiter in a folder of $fpath.
_arbiter() {
	local -a candidates
	candidates=("${(@f)$("${words[1]}" __complete "${(@)words[2,CURRENT]}" 2>/dev/null)}")
	candidates=(${candidates:#})
	if (( $#candidates )); then
		compadd -- $candidates
	else
		_files
	fi
}
if [[ $funcstack[1] == _arbiter ]]; then
	_arbiter "$@"
else
	(( $+functions[compdef] )) || { autoload -Uz compinit && compinit -i } # a .zshrc without it
	compdef _arbiter arbiter
fi
