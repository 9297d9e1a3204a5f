package com.codingame.gameengine.core;

import java.util.Scanner;

/** A referee that asks each seat for its score. */
public class RefereeMain {
    static final Scanner in = new Scanner(System.in);

    static String[] read() {
        String header = in.nextLine();
        String[] lines = new String[Integer.parseInt(header.replaceAll("\\D", ""))];
        for (int i = 0; i < lines.length; i++) {
            lines[i] = in.nextLine();
        }
        return lines;
    }

    public static void main(String[] args) {
        int players = Integer.parseInt(read()[0]);
        StringBuilder scores = new StringBuilder();
        read();
        for (int seat = 0; seat < players; seat++) {
            System.out.println("[[VIEW] 2]\nKEY_FRAME " + seat + "\n{}\n[[INFOS] 0]\n[[SUMMARY] 0]\n[[NEXT_PLAYER_INPUT] 1]");
            System.out.println(System.getProperty("game.mode") + " " + System.getProperty("league.level") + " \u00e9");
            System.out.println("[[NEXT_PLAYER_INFO] 3]\n" + seat + "\n1\n1000");
            String answer = read()[0];
            scores.append(seat).append(' ').append(answer.matches("\\d+") ? answer : "0").append('\n');
            read();
        }
        System.out.print("[[METADATA] 1]\n{}\n[[SCORES] " + players + "]\n" + scores);
    }
}
