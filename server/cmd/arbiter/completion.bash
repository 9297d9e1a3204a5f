# Completes command lines of arbiter in bash: eval "$(arbiter completion bash)"
_arbiter() {
	local line=${COMP_LINE:0:COMP_POINT} word candidate
	local -a words
	# bash breaks words at colons and equals signs, which names of bots have.
	read -r -a words <<<"$line"
	[[ $line == *[[:space:]] ]] && words+=("")
	word=${words[${#words[@]} - 1]}
	local cut=${word%"${word##*[:=]}"}
	COMPREPLY=()
	while IFS= read -r candidate; do
		COMPREPLY+=("${candidate#"$cut"}")
	done < <("${words[0]}" __complete "${words[@]:1}" 2>/dev/null)
}
complete -o default -F _arbiter arbiter
