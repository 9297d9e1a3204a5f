# Stays where it is. It first attacks out of range, which is forgiven, and answers
# nonsense, which is not, when it sees thirteen entities.
answer="ATTACK 0 15 11"
while read x y rest && read n; do
	left=$n
	while [ "$left" -gt 0 ]; do
		read entity
		left=$((left - 1))
	done
	[ "$n" != 13 ] || answer=NONSENSE
	echo "${answer:-MOVE $x $y}"
	answer=
done
