import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { hashToken, newToken } from '#server/platform/lib/crypt.ts'
import { emailsTo, linkIn } from '#server/testing/account-emails.ts'
import { createAuthenticator } from '#server/testing/authenticator.ts'
import { clientOf, createClient, type TestClient } from '#server/testing/client.ts'
import { buildSchoolWorld, type SchoolWorld } from '#server/testing/school-world.ts'
import {
  addPasskey,
  buildPerson,
  codeNow,
  confirmed,
  goodPassword,
  type Person,
} from '#server/testing/sign-in.ts'
import { startTestServices, type TestServices } from '#server/testing/test-services.ts'
import { buildUser } from '#server/accounts/users/factory.ts'

let services: TestServices
let world: SchoolWorld
beforeAll(async () => {
  services = await startTestServices()
  world = await buildSchoolWorld(services)
})
afterAll(() => services.close())

const linkTo = async (email: string, kind: string): Promise<URL> =>
  linkIn((await emailsTo(services, email)).findLast((mail) => mail.kind === kind)?.text)

/** Opens everything that can be open in someone’s name: both links, a sign-in that waits, another session. */
const openEverything = async (person: Person) => {
  const { owner, clock } = services
  await person.client.put(`/api/users/${person.id}`, {
    email: `next.${person.email}`,
    current_password: goodPassword,
  })
  services.clock.advance(61)
  await createClient(services.app).post('/forgot-password', { email: person.email })
  const now = clock.now().toISOString()
  const waiting = { token_hash: hashToken(newToken()), user_id: person.id, created_at: now }
  await owner.insertInto('pending_logins').values(waiting).execute()
  return {
    reset: await linkTo(person.email, 'reset_link'),
    email: await linkTo(`next.${person.email}`, 'email_change'),
    other: await clientOf(services, person.id),
  }
}

const waitingOf = ({ id }: Person) =>
  services.owner.selectFrom('pending_logins').select('id').where('user_id', '=', id).execute()

const reset = (link: URL, email: string) =>
  createClient(services.app).post('/reset-password', {
    token: link.searchParams.get('token'),
    email,
    password: 'nine brass kettles hum',
    password_confirmation: 'nine brass kettles hum',
  })

const confirmEmail = (link: URL) =>
  createClient(services.app).post('/confirm-email', { token: link.searchParams.get('token') })

interface Change {
  readonly what: string
  /** Which other sessions end: all but the one of the change, or none. */
  readonly ends: boolean
  readonly make: (person: Person, links: { reset: URL; email: URL }, own: TestClient) => Promise<unknown>
}

const newPassword = { password: 'nine brass kettles hum', password_confirmation: 'nine brass kettles hum' }
const admin = async (): Promise<TestClient> =>
  clientOf(services, await buildUser(services.owner, { permission: 'shipmate_admin' }), { isConfirmed: true })
const switchOn = async (own: TestClient) => {
  await own.post('/user/two-factor-authentication')
  const { secretKey } = (await own.get('/user/two-factor-secret-key')).body as { secretKey: string }
  return own.post('/user/confirmed-two-factor-authentication', { code: codeNow(services, secretKey) })
}

const changes: readonly Change[] = [
  { what: 'their confirmed new address', ends: false, make: (_, { email }) => confirmEmail(email) },
  {
    what: 'an address that an admin changes',
    ends: true,
    make: async ({ id }) => (await admin()).put(`/api/users/${id}`, { email: `given.${id}@staff.example` }),
  },
  {
    what: 'a new password of their own',
    ends: true,
    make: (_, __, own) => own.put('/user/password', { current_password: goodPassword, ...newPassword }),
  },
  { what: 'a reset password', ends: true, make: ({ email }, links) => reset(links.reset, email) },
  { what: 'two-factor authentication, on', ends: true, make: (_, __, own) => switchOn(own) },
  {
    what: 'a new passkey',
    ends: true,
    make: (_, __, own) => addPasskey(own, createAuthenticator()),
  },
  {
    what: 'being disabled',
    ends: true,
    make: async ({ id }) => (await admin()).put(`/api/users/${id}`, { is_disabled: true }),
  },
  { what: 'being removed', ends: true, make: async ({ id }) => (await admin()).delete(`/api/users/${id}`) },
]

describe('what is open in someone’s name', () => {
  it.each(changes)('ends with $what', async ({ make, ends }) => {
    const person = await buildPerson(services, { school_ids: [world.schoolId] })
    const own = await confirmed(person)
    const open = await openEverything(person)
    const made = (await make(person, open, own)) as { status: number }
    expect(made.status).toBeLessThan(300)
    expect(await waitingOf(person)).toEqual([])
    expect((await open.other.get('/api/me')).status).toBe(ends ? 401 : 200)
    const { email = '' } = await services.owner
      .selectFrom('users')
      .select('email')
      .where('id', '=', person.id)
      .executeTakeFirstOrThrow()
    for (const address of new Set([person.email, email]))
      expect((await reset(open.reset, address)).status).toBe(422)
    expect((await confirmEmail(open.email)).status).toBe(422)
  })

  it('ends when two-factor authentication is turned off, by the user or an admin, and its codes are renewed', async () => {
    for (const make of [
      (own: TestClient) => own.delete('/user/two-factor-authentication'),
      (own: TestClient) => own.post('/user/two-factor-recovery-codes'),
      async (_: TestClient, id: number) => (await admin()).delete(`/api/users/${id}/two-factor`),
    ]) {
      const person = await buildPerson(services, { school_ids: [world.schoolId] })
      const own = await confirmed(person)
      await switchOn(own)
      const open = await openEverything(person)
      expect(((await make(own, person.id)) as { status: number }).status).toBeLessThan(300)
      expect(await waitingOf(person)).toEqual([])
      expect((await reset(open.reset, person.email)).status).toBe(422)
      expect((await confirmEmail(open.email)).status).toBe(422)
    }
  })

  it('of a disabled user doesn’t come back when they are enabled', async () => {
    const person = await buildPerson(services, { school_ids: [world.schoolId] })
    await confirmed(person)
    const open = await openEverything(person)
    for (const is_disabled of [true, false])
      await (await admin()).put(`/api/users/${person.id}`, { is_disabled })
    expect((await reset(open.reset, person.email)).status).toBe(422)
    expect((await confirmEmail(open.email)).status).toBe(422)
  })
})

describe('a link', () => {
  it('belongs to the address it was sent to, however that address changed', async () => {
    const person = await buildPerson(services, { school_ids: [world.schoolId] })
    await confirmed(person)
    const open = await openEverything(person)
    // as a writer of the future would who forgot the links
    const moved = { email: `moved.${person.email}`, pending_email: `elsewhere.${person.email}` }
    await services.owner.updateTable('users').set(moved).where('id', '=', person.id).execute()
    expect((await reset(open.reset, moved.email)).status).toBe(422)
    expect((await confirmEmail(open.email)).status).toBe(422)
  })
})

/** Columns of a user whose change is a change of credentials. */
const credential =
  /\b(email|password_hash|two_factor_secret|two_factor_confirmed_at|disabled_at|deleted_at)\b/
const writesUsers = /updateTable\('users'\)[\s\S]*?\.execute/g

/** Returns the files that write a user’s credentials and don’t void what is open in their name. */
const forgetful = (files: readonly (readonly [string, string])[]): string[] =>
  files
    .filter(([, text]) => (text.match(writesUsers) ?? []).some((statement) => credential.test(statement)))
    .filter(([, text]) => !/\b(voidAccess|emailCredentialChange)\(/.test(text))
    .map(([name]) => name)

describe('a command that writes a user’s address, password, factor or state', () => {
  it('voids what is open in their name', () => {
    const root = join(import.meta.dirname, '..', '..')
    const files = readdirSync(root, { recursive: true, encoding: 'utf8' })
      .filter((name) => name.endsWith('.ts') && !name.endsWith('.test.ts') && !name.startsWith('testing/'))
      .map((name) => [name, readFileSync(join(root, name), 'utf8')] as const)
    expect(forgetful(files)).toEqual([
      // the account of an API token signs in nowhere
      'accounts/api-tokens/commands.ts',
      // a better hash of the same password, at sign-in
      'accounts/auth/commands/check-login.ts',
    ])
  })

  it('is found if it forgets', () => {
    const text = `await db.updateTable('users').set({ disabled_at: now }).where('id', '=', id).execute()`
    expect(forgetful([['commands/lock-out.ts', text]])).toEqual(['commands/lock-out.ts'])
  })
})
