// Code generated from the lists of formats and faults in Go by make generate. DO NOT EDIT.

export interface Format {
  name: string;
  about: string;
  fixed: boolean;
  ranked: boolean;
  options: FormatOption[];
}

export interface FormatOption {
  name: string;
  title: string;
  about: string;
  least: number;
  default: number;
}

export interface FaultKind {
  kind: string;
  about: string;
}

/** The formats of tournaments. */
export const FORMATS: readonly Format[] = [
  {
    "name": "round-robin",
    "about": "Every bot meets every other bot.",
    "fixed": true,
    "ranked": false,
    "options": []
  },
  {
    "name": "gauntlet",
    "about": "The challengers meet all other bots, which do not play each other.",
    "fixed": true,
    "ranked": false,
    "options": [
      {
        "name": "challengers",
        "title": "Challengers",
        "about": "The first N bots play against the rest.",
        "least": 1,
        "default": 1
      }
    ]
  },
  {
    "name": "swiss",
    "about": "Each round pairs bots with about the same points that have not met.",
    "fixed": false,
    "ranked": true,
    "options": [
      {
        "name": "rounds",
        "title": "Rounds",
        "about": "Default: chosen by the format.",
        "least": 0,
        "default": 0
      }
    ]
  },
  {
    "name": "knockout",
    "about": "A bot that loses an encounter is out.",
    "fixed": false,
    "ranked": true,
    "options": []
  },
  {
    "name": "adaptive",
    "about": "In each round every bot meets one other, chosen so that their games give the most information.",
    "fixed": false,
    "ranked": false,
    "options": [
      {
        "name": "rounds",
        "title": "Rounds",
        "about": "Default: chosen by the format.",
        "least": 0,
        "default": 0
      }
    ]
  }
];

/** The kinds of fault. */
export const FAULTS: readonly FaultKind[] = [
  {
    "kind": "timeout",
    "about": "There was no complete answer within the limit."
  },
  {
    "kind": "crash",
    "about": "The process ended, or closed its stdout, before the answer was complete."
  },
  {
    "kind": "flood",
    "about": "A line or a document exceeded the maximum length."
  },
  {
    "kind": "unasked",
    "about": "There was output before the input of the turn was sent, or before anything of it was read."
  },
  {
    "kind": "garbled",
    "about": "The answer is not of the form that the game asks for."
  },
  {
    "kind": "illegal",
    "about": "The answer is of the right form, and the rules of the game forbid it."
  }
];
