# Stays on its cell and puts its tile on one side after the other: a tile that it
# cannot put is a fault, and after the third it ends, which is a crash.
read size
read x y
read opponent
for side in U L D; do
	read last || exit 0
	echo "$x $y $side"
done
read last || exit 0
exit 1
