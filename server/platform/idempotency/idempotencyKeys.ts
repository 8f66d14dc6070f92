import { randomUUID } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import { AppError, errorCode } from '../../../contract/api/errors.ts';
import { idempotencyKeptMs } from '../../../contract/api/idempotency.ts';
import type { Db } from '../db/client.ts';
import { isOutage } from '../db/queryErrors.ts';
import { inRequest, type Mark, RequestWrites } from '../db/requestWrites.ts';
import type { Answer, AnsweredRun, NamedRequest, Run } from './key.repository.ts';
import * as repository from './key.repository.ts';
import { nameOf, RunMemory } from './memory.ts';
import type { Seal } from './seal.ts';

/** Time for which a repeated request waits for the first one, ms. */
const TURN_MS = 5_000;
/** Time after which a database that has not looked up a key counts as away, ms. */
const LOOK_MS = 1_500;
/** Time for which a response waits to be stored, ms; its changes are stored already. */
const KEEP_MS = 1_000;
/** Maximum length of a stored response, characters. */
const MAX_ANSWER = 262_144;

/** The part of the journal (server/air/journal) that answers are written to; `of` is a subject of the journal. */
interface AnswerJournal {
  add(of: string, part: { keys: AnsweredRun[] }): void;
  /** Resolves when the writes of a subject outlive the process. */
  safe(of: string): Promise<void>;
}

export interface KeyDeps {
  db: Db;
  journal: AnswerJournal;
  /** Current time for the age of keys, ms since 1970. */
  retentionNow: () => number;
  log: { warn(details: object, message: string): void };
}

/** Execution of a request. */
export interface Work {
  /** @throws errors of the routes */
  run(): Promise<Answer>;
  /** Converts a thrown error to a response. */
  failed(error: unknown): Answer;
  /** Encryption with the request's key. */
  seal: Seal;
}

export interface Keys {
  /** Reads the stored keys of emergency actions again. */
  load(): Promise<void>;
  /**
   * Executes a request, unless one with its key was executed: then its response is repeated.
   * @throws AppError 994 to 997
   */
  answer(request: NamedRequest, work: Work): Promise<Answer>;
  /** Executes a request without a key; reports a commit of unknown outcome as such. */
  plain<T>(work: () => Promise<T>): Promise<T>;
}

interface UnderWay {
  fingerprint: string;
  done: Promise<Answer>;
}

const unknown = () => new AppError(errorCode.outcomeUnknown, 'repeat.outcomeUnknown');
/** The key belongs to another execution that was not found before. */
class KeyTaken extends Error {}

function ownRun(request: NamedRequest, { fingerprint }: { fingerprint: string }): void {
  if (fingerprint !== request.fingerprint) throw new AppError(errorCode.keyReused, 'repeat.otherBody');
}

function markOf(run: Run): Mark {
  return {
    async put(tx, step) {
      if ((await repository.put(tx, run, step)) === undefined) throw new KeyTaken();
    },
    read: (db) => repository.committed(db, run),
  };
}

/** Idempotency keys of requests, with their responses. Loads those of emergency actions. */
export async function createKeys(deps: KeyDeps): Promise<Keys> {
  const { db, journal, log } = deps;
  const memory = new RunMemory(deps.retentionNow);
  const underWay = new Map<string, UnderWay>();
  const since = () => (deps.retentionNow() - idempotencyKeptMs) / 1000;
  /** A key that was used meanwhile stays as it is. */
  async function load(): Promise<void> {
    for (const run of await repository.emergencies(db, since()))
      if (memory.get(run) === undefined) memory.put(run);
  }
  await load();

  /** The earlier execution of a key. Those of emergency actions are in memory, without the database. */
  async function known(request: NamedRequest): Promise<AnsweredRun | undefined> {
    const held = memory.get(request);
    if (held !== undefined || request.isEmergency) return held;
    const looking = repository.find(db, request, since());
    // If the lookup fails, the transaction that stores the key will find it.
    const away = (error: unknown) => {
      if (!isOutage(error)) throw error;
      return undefined;
    };
    return Promise.race([looking.catch(away), wait(LOOK_MS, undefined, { ref: false })]);
  }

  function repeated(request: NamedRequest, { answer, ...run }: AnsweredRun, seal: Seal): Answer {
    ownRun(request, run);
    if (answer === null) throw new AppError(errorCode.answerLost, 'repeat.answerLost');
    return { ...answer, body: seal.open(answer.body), isRepeat: true };
  }

  async function keep(run: Run, writes: RequestWrites, { status, body }: Answer, seal: Seal): Promise<void> {
    const answer = body.length > MAX_ANSWER ? null : { status, body: seal.close(body) };
    const of = writes.journal?.of ?? null;
    if (of !== null || run.isEmergency) {
      memory.put({ ...run, answer });
      journal.add(of ?? 'site', { keys: [{ ...run, answer }] });
      await Promise.race([journal.safe(of ?? 'site'), wait(KEEP_MS, undefined, { ref: false })]);
      return;
    }
    const keeping = repository.put(db, run, writes.committed, answer).then(
      () => true,
      (err: unknown) => {
        log.warn({ err }, 'an answer could not be stored for repeated requests; it is kept in memory');
        return false;
      },
    );
    const isKept = await Promise.race([keeping, wait(KEEP_MS, false, { ref: false })]);
    if (!isKept) memory.put({ ...run, answer });
  }

  async function first(request: NamedRequest, writes: RequestWrites, run: Run, work: Work): Promise<Answer> {
    let answer: Answer;
    try {
      answer = await inRequest(writes, () => work.run());
    } catch (error) {
      writes.isOver = true;
      if (error instanceof KeyTaken) {
        const other = await repository.find(db, request, since());
        return repeated(request, other ?? { ...run, answer: null }, work.seal);
      }
      // The request had no effect: the key counts as never used.
      if (writes.committed === 0 && writes.journal?.of == null) throw error;
      if (isOutage(error)) {
        memory.put({ ...run, answer: null });
        throw unknown();
      }
      answer = work.failed(error);
    }
    writes.isOver = true;
    await keep(run, writes, answer, work.seal);
    return answer;
  }

  return {
    load,
    async answer(request, work) {
      const name = nameOf(request);
      const other = underWay.get(name);
      if (other !== undefined) {
        ownRun(request, other);
        const late = wait(TURN_MS, undefined, { ref: false });
        const answer = await Promise.race([other.done, late]);
        if (answer === undefined) throw new AppError(errorCode.underWay, 'repeat.underWay');
        return answer;
      }
      const at = deps.retentionNow() / 1000;
      const run: Run = { ...request, run: randomUUID(), at };
      const writes = new RequestWrites(markOf(run), { key: { ...run, answer: null }, of: null });
      const done = known(request).then((found) =>
        found === undefined ? first(request, writes, run, work) : repeated(request, found, work.seal),
      );
      underWay.set(name, { fingerprint: request.fingerprint, done });
      const end = () => void underWay.delete(name);
      done.then(end, end);
      // The execution continues, and the next repeat gets its response.
      return Promise.race([done, writes.overdue.then(() => Promise.reject(unknown()))]);
    },
    async plain(work) {
      const writes = new RequestWrites(null);
      const done = inRequest(writes, work);
      const end = () => {
        writes.isOver = true;
      };
      done.then(end, end);
      const late = writes.overdue.then(() => Promise.reject(unknown()));
      return Promise.race([done, late]).catch((error: unknown) => {
        throw writes.committed > 0 && isOutage(error) ? unknown() : error;
      });
    },
  };
}
