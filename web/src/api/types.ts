import type { components, paths } from './schema';

type Schemas = components['schemas'];

export type Analysis = Schemas['AnalysisBody'];
export type AnalysisReport = Schemas['Report'];
export type RankedCost = Schemas['RankedCost'];
export type AnsweredTrial = Schemas['Trial'];
export type Answers = Schemas['AnswersOutBody'];
export type BisectCommit = Schemas['BisectCommit'];
export type BisectFindings = Schemas['BisectFindings'];
export type Bot = Schemas['BotBody'];
export type BotAtHome = Schemas['BotAtHome'];
export type BotReport = Schemas['BotReportBody'];
export type Cause = Schemas['Cause'];
export type Costly = Schemas['Costly'];
export type ReportOpponent = Schemas['Opponent'];
export type Placing = Schemas['Placing'];
export type Slowest = Schemas['Slowest'];
export type Check = Schemas['CheckBody'];
export type CheckPlan = Schemas['CheckPlanOutBody'];
export type TournamentPlan = Schemas['TournamentPlanOutBody'];
export type Duel = Schemas['Duel'];
export type Example = Schemas['Example'];
export type Fault = Schemas['Fault'];
export type FaultGroup = Schemas['FaultGroup'];
export type Faults = Schemas['FaultsOutBody'];
export type Findings = Schemas['FindingsBody'];
export type FindingsStatus = Schemas['FindingsStatusBody'];
export type Game = Schemas['GameBody'];
export type Games = Schemas['Games'];
export type HistoryCommit = Schemas['HistoryCommit'];
export type HistoryFindings = Schemas['HistoryFindings'];
export type HistoryShift = Schemas['HistoryShift'];
export type HistorySuspected = Schemas['HistorySuspected'];
export type HumanSeat = Schemas['HandBody'];
export type Ladder = Schemas['LadderBody'];
export type LadderEntry = Schemas['LadderEntryBody'];
export type LadderLine = Schemas['LadderLine'];
export type LadderStatus = Schemas['LadderStatusBody'];
export type Level = Schemas['LevelBody'];
export type Leaderboard = Schemas['LeaderboardBody'];
export type Line = Schemas['Line'];
export type Match = Schemas['MatchBody'];
export type Matches = Schemas['MatchesOutBody'];
export type Matrix = Schemas['MatrixOutBody'];
export type Puzzle = Schemas['PuzzleBody'];
export type PuzzleAnswer = Schemas['PuzzleAnswerBody'];
export type PuzzleSet = Schemas['PuzzleSetBody'];
export type PuzzleSetRun = Schemas['PuzzleSetRunBody'];
export type Pair = Schemas['PairBody'];
export type Pairs = Schemas['PairsOutBody'];
export type Plan = Schemas['PlanBody'];
export type Point = Schemas['PointBody'];
export type TournamentStatus = Schemas['RunBody'];
export type SeatAnalysis = Schemas['SeatAnalysisBody'];
export type Rating = Schemas['RatingBody'];
export type Seat = Schemas['SeatBody'];
export type Session = Schemas['SessionBody'];
export type Standings = Schemas['Standings'];
export type Trial = Schemas['TrialBody'];
export type Tournament = Schemas['TournamentBody'];
export type Worker = Schemas['WorkerBody'];

/** Problem is a problem document of RFC 9457, the body of every error response. */
export type Problem = Schemas['ErrorModel'];

type Method = 'get' | 'post' | 'patch' | 'put' | 'delete';

/** The paths of the API that support a method. */
export type Path<M extends Method> = {
  [P in keyof paths]: paths[P] extends Record<M, { responses: unknown }> ? P : never;
}[keyof paths];

/** The body of a successful response. */
export type ResponseBody<P extends keyof paths, M extends Method> =
  paths[P] extends Record<M, { responses: infer R }> ? Content<R> : never;

type Content<R> = { [K in keyof R]: K extends 200 | 201 | 202 ? Json<R[K]> : never }[keyof R];
type Json<R> = R extends { content: { 'application/json': infer Body } } ? Body : never;

/** The request body of a path. */
export type RequestBody<P extends keyof paths, M extends Method> =
  paths[P] extends Record<M, { requestBody?: { content: { 'application/json': infer Body } } }>
    ? Body
    : undefined;
