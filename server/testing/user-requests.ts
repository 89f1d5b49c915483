import { issueLink } from '#server/accounts/auth/index.ts'
import { buildUser } from '#server/accounts/users/factory.ts'
import type { RequestWorld } from './request-world.ts'
import { clientOf } from './client.ts'
import { buildPerson, goodPassword } from './sign-in.ts'
import { idOf, type TestRequests } from './test-request.ts'

const schoolUser = async ({ services, schoolId }: RequestWorld) =>
  idOf(await buildUser(services.owner, { permission: 'school_admin', school_ids: [schoolId] }))

/** The user whose own account the calls of access `self` are about. */
const self = async (world: RequestWorld) => idOf((await world.member()).id)

let asked = 0

/** Valid requests of the module `users`. */
export const userRequests: TestRequests['users'] = {
  listUsers: () => ({}),
  createUser: ({ schoolId }) => {
    asked += 1
    return {
      body: {
        first_name: 'Noor',
        last_name: 'Haddad',
        email: `noor.haddad.${asked}@staff.example`,
        permission: 'school_admin',
        school_ids: [schoolId],
      },
    }
  },
  getUser: self,
  updateUser: async (world) => ({ ...(await self(world)), body: { first_name: 'Imani' } }),
  removeUser: schoolUser,
  listUserHistory: schoolUser,
  inviteAgain: schoolUser,
  resetTwoFactor: async (world) => {
    await world.services.owner
      .updateTable('sessions')
      .set({ password_confirmed_at: world.services.clock.now().toISOString() })
      .where('user_id', '=', world.adminId)
      .execute()
    return schoolUser(world)
  },
  listSessions: self,
  endSession: async (world) => {
    const { id } = await world.member()
    await clientOf(world.services, id)
    const { id: session } = await world.services.owner
      .selectFrom('sessions')
      .select('id')
      .where('user_id', '=', id)
      .orderBy('id', 'desc')
      .executeTakeFirstOrThrow()
    return { params: { id: String(id), session: String(session) } }
  },
  endSessions: self,
  confirmEmail: async ({ services }) => {
    const person = await buildPerson(services)
    const pending_email = `new.${person.email}`
    await services.owner.updateTable('users').set({ pending_email }).where('id', '=', person.id).execute()
    const issuing = { db: services.owner, clock: services.clock, services: services.services }
    const link = new URL(await issueLink(issuing, { id: person.id, email: pending_email }, 'email'))
    return { body: { token: link.searchParams.get('token') ?? '' } }
  },
  createFirstAdmin: async ({ services }) => {
    const person = await buildPerson(services, { permission: 'shipmate_admin' })
    const issuing = { db: services.owner, clock: services.clock, services: services.services }
    const link = new URL(await issueLink(issuing, person, 'first_admin'))
    const token = link.searchParams.get('token') ?? ''
    const name = { first_name: 'Robin', last_name: 'Reyes' }
    return { body: { token, email: person.email, ...name, password: goodPassword } }
  },
}
