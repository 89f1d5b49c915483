import pg from 'pg'
import { DatabaseAwayError, type Pulse } from './pulse.ts'

type Connected = (error: Error | undefined, client: pg.PoolClient | undefined, done: () => void) => void

/**
 * A pool that drops its connections when the database stops answering, and refuses new ones until it answers again.
 * A frozen database would otherwise hold every call for as long as it is frozen.
 */
export class WatchedPool extends pg.Pool {
  readonly #pulse: Pulse | undefined
  readonly #inUse = new Set<pg.PoolClient>()

  constructor(config: pg.PoolConfig, pulse: Pulse | undefined) {
    super(config)
    this.#pulse = pulse
    this.on('acquire', (client) => this.#inUse.add(client))
    this.on('release', (_error, client) => this.#inUse.delete(client))
    pulse?.onAway(() => this.#drop())
  }

  override connect(): Promise<pg.PoolClient>
  override connect(callback: Connected): void
  override connect(callback?: Connected): Promise<pg.PoolClient> | void {
    const trouble = this.#pulse?.trouble() ?? null
    if (trouble === null) return callback ? super.connect(callback) : super.connect()
    const error = new DatabaseAwayError(trouble)
    if (!callback) return Promise.reject(error)
    process.nextTick(() => callback(error, undefined, () => undefined))
  }

  /** Ends every connection. Whoever uses one gets an error at once. */
  #drop(): void {
    for (const client of this.#inUse) if (client instanceof pg.Client) void client.end()
    // taking an idle connection never waits; it is ended instead of being used again
    for (let idle = this.idleCount; idle > 0; idle -= 1)
      super.connect().then(
        (client) => client.release(true),
        () => undefined,
      )
  }
}
