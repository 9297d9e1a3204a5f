// A bot of Code Keeper with the bug that its argument names; it waits.
#include <chrono>
#include <cstdlib>
#include <cstring>
#include <iostream>
#include <string>
#include <thread>
#include <vector>

int main(int, char** argv) {
	using namespace std;
	ios::sync_with_stdio(false);
	cin.tie(nullptr);
	const string bug = argv[1];
	if (bug == "slow start") this_thread::sleep_for(chrono::milliseconds(1500));
	vector<char*> kept;
	int x, y, rest, n;
	for (int turn = 1; cin >> x >> y >> rest >> rest >> rest >> rest >> rest >> n; turn++) {
		string line;
		getline(cin, line);
		if (bug == "line too many") n++;
		if (bug == "line too few") n--;
		for (int i = 0; i < n; i++) getline(cin, line);
		if (bug == "crash" && turn == 40) abort();
		if (bug == "slow turn" && turn == 20) this_thread::sleep_for(chrono::milliseconds(300));
		for (volatile bool on = bug == "endless loop" && turn == 12; on;) {}
		if (bug == "leak") {
			kept.push_back(new char[2 << 20]);
			memset(kept.back(), 1, 2 << 20);
		}
		if (bug == "debug print") cout << "at " << x << " " << y << "\n";
		if (bug == "off by one") x += 16;
		if (bug == "line end first") cout << "\n";
		cout << (bug == "lower case" ? "move " : "MOVE ") << x << " " << y;
		if (bug.find("no line end") == string::npos && bug != "line end first") cout << "\n";
		if (bug.find("flush") == string::npos) cout << flush;
	}
}
