/**
 * How often one user can make the calls that share a limit. Those of `process` are counted in memory by each server
 * process, so that reads stay reads; the others in the database, for all processes.
 */
export const limits = {
  /** Requests to the mail server, to DNS, to webhooks and to linked sites. */
  outsideChecks: { most: 20, seconds: 60, counted: 'database', text: 'Too many checks.' },
  /** Test emails, and emails that are sent again one by one. */
  singleEmails: { most: 30, seconds: 60, counted: 'database', text: 'Too many emails.' },
  /** Files and prints of many records. */
  exports: { most: 60, seconds: 3600, counted: 'database', text: 'Too many exports.' },
  /** Reads that search. The same call without a search isn’t counted. */
  searches: { most: 600, seconds: 60, counted: 'process', text: 'Too many searches.' },
  downloads: { most: 600, seconds: 60, counted: 'process', text: 'Too many downloads.' },
} as const satisfies Record<string, Limit>

interface Limit {
  readonly most: number
  readonly seconds: number
  readonly counted: 'database' | 'process'
  /** The first sentence of the 429. */
  readonly text: string
}
export type LimitName = keyof typeof limits

/** The most event streams that one user can have open, in each server process. */
export const mostStreams = 30
