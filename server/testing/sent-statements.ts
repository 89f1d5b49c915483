import pg from 'pg'
import { vi } from 'vitest'

/** Returns the statements that the process sends to a database from now on, until the mocks are restored. */
export const sentStatements = (): string[] => {
  const sent: string[] = []
  const query = pg.Client.prototype.query
  vi.spyOn(pg.Client.prototype, 'query').mockImplementation(function (this: pg.Client, ...given: unknown[]) {
    const [what] = given
    const text = typeof what === 'string' ? what : String(Reflect.get(Object(what), 'text'))
    // a process listens when its connection is there, announces earlier changes when it gets to them, and sets up another
    // connection when all are in use
    if (!/^\s*(listen\b|set timezone\b)|pg_notify/i.test(text)) sent.push(text)
    return Reflect.apply(query, this, given)
  })
  return sent
}
