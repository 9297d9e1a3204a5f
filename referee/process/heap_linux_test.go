package process

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"arbiter/referee/process/sandbox"
)

// litter are bots that make more garbage in a turn than their box has memory, keep little of it, and answer with the largest heap in MiB.
var litter = map[string]string{
	"Bot.java": `
import java.util.*;
public class Bot {
	static byte[] last;
	public static void main(String[] args) {
		Scanner in = new Scanner(System.in);
		while (in.hasNextLine()) {
			in.nextLine();
			List<byte[]> kept = new ArrayList<>();
			for (int i = 0; i < 1536; i++) {
				last = new byte[1 << 20];
				Arrays.fill(last, (byte) 1);
				if (i % 60 == 0) kept.add(last);
			}
			System.out.println(Runtime.getRuntime().maxMemory() >> 20);
		}
	}
}`,
	"MANIFEST": "Main-Class: Bot\n",
	"bot.sh":   "java -jar bot.jar\n",
	"bot.js": `
const v8 = require('v8');
require('readline').createInterface({input: process.stdin}).on('line', () => {
	for (let i = 0; i < 20; i++) last = Array.from({length: 1 << 17}, (_, n) => ({n}));
	console.log(v8.getHeapStatistics().heap_size_limit >> 20);
});`,
}

// "Runtimes are told their box's memory, whatever starts them", and say nothing about it.
func TestRuntimesKnowTheirMemory(t *testing.T) {
	dir := t.TempDir()
	for name, text := range litter {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	if _, err := exec.LookPath("javac"); err == nil {
		c := exec.Command("sh", "-c", "javac Bot.java && jar cfm bot.jar MANIFEST Bot.class")
		c.Dir = dir
		if out, err := c.CombinedOutput(); err != nil {
			t.Fatalf("%v: %s", err, out)
		}
	}
	for _, tt := range []struct {
		name    string
		command []string
		env     []string
		heap    string // in MiB, as the runtime tells it
		stderr  string
	}{
		{"java", []string{"java", "Bot"}, nil, "718", ""},
		{"java -jar", []string{"java", "-jar", "bot.jar"}, nil, "718", ""},
		{"a script", []string{"sh", "bot.sh"}, nil, "718", ""},
		{"java -Xmx", []string{"java", "-Xmx300m", "Bot"}, nil, "300", ""},
		{"a share of the user's", []string{"java", "-XX:MaxRAMPercentage=50", "Bot"}, nil, "512", ""},
		{"options of the user", []string{"java", "Bot"}, []string{"JAVA_TOOL_OPTIONS=-Xmx200m"}, "200", "-Xmx200m\n"},
		{"node", []string{"node", "bot.js"}, nil, "", ""},
		{"options for node", []string{"node", "bot.js"}, []string{"NODE_OPTIONS=--max-old-space-size=300"}, "", ""},
	} {
		t.Run(tt.name, func(t *testing.T) {
			if _, err := exec.LookPath(tt.command[0]); err != nil {
				t.Skip(err)
			}
			if _, err := exec.LookPath("java"); err != nil && strings.Contains(tt.name, "a script") {
				t.Skip(err)
			}
			table := boxed(t)
			p, err := table.Start(Spec{Name: "bot", Dir: dir, Command: tt.command, Env: tt.env})
			if err != nil {
				t.Fatal(err)
			}
			reply := ask(t, p, line(1))
			more, err := p.Close()
			if reply.Fault != nil || err != nil {
				t.Fatalf("%v, %v; want no fault for garbage", reply.Fault, err)
			}
			if said := string(reply.Stderr) + string(more); !strings.HasSuffix(said, tt.stderr) || tt.stderr == "" && said != "" {
				t.Errorf("stderr %q; want what the bot says alone: %q", said, tt.stderr)
			}
			if tt.heap != "" && reply.Lines[0] != tt.heap {
				t.Errorf("a heap of %s MiB; want %s", reply.Lines[0], tt.heap)
			}
			t.Logf("a heap of %s MiB", reply.Lines[0])
		})
	}
}

// "What the user set wins."
func TestTellMemory(t *testing.T) {
	for _, tt := range []struct{ env, want string }{
		{"", "JAVA_TOOL_OPTIONS=-XX:MaxRAM=1073741824 -XX:MaxRAMPercentage=70|NODE_OPTIONS=--max-old-space-size=716|GOMEMLIMIT=966367620|DOTNET_GCHeapHardLimit=0x2CCCCCBC"},
		{"GOMEMLIMIT=off|DOTNET_GCHeapHardLimitPercent=50|NODE_OPTIONS=--max_old_space_size=9|JAVA_TOOL_OPTIONS=-Xmx1g",
			"GOMEMLIMIT=off|DOTNET_GCHeapHardLimitPercent=50|NODE_OPTIONS=--max_old_space_size=9|JAVA_TOOL_OPTIONS=-XX:MaxRAM=1073741824 -XX:MaxRAMPercentage=70 -Xmx1g"},
		{"NODE_OPTIONS=--no-warnings|COMPlus_GCHeapHardLimit=9|GOMEMLIMIT=1|JAVA_TOOL_OPTIONS=",
			"NODE_OPTIONS=--max-old-space-size=716 --no-warnings|COMPlus_GCHeapHardLimit=9|GOMEMLIMIT=1|JAVA_TOOL_OPTIONS=-XX:MaxRAM=1073741824 -XX:MaxRAMPercentage=70"},
	} {
		var env []string
		if tt.env != "" {
			env = strings.Split(tt.env, "|")
		}
		if got := strings.Join(sandbox.TellMemory(env, 1<<30), "|"); got != tt.want {
			t.Errorf("%s becomes\n%s; want\n%s", tt.env, got, tt.want)
		}
	}
}
