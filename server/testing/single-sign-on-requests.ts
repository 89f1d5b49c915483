import { placeOfSecret, sealSecret } from '#server/setup/schools/index.ts'
import { startIdentityProvider, type IdentityProvider } from './identity-provider.ts'
import type { RequestWorld } from './request-world.ts'
import { buildPerson } from './sign-in.ts'
import { idOf, type TestRequests } from './test-request.ts'
import type { TestServices } from './test-services.ts'

/** Lets a school’s staff sign in at a provider. */
export const turnOnSignOn = async (
  { owner, services }: TestServices,
  schoolId: number,
  {
    issuer,
    clientId,
    secret,
    register,
  }: Pick<IdentityProvider, 'issuer' | 'clientId' | 'secret' | 'register'>,
): Promise<void> => {
  register(`http://localhost:3000/login/school/${schoolId}`)
  const row = {
    sign_on_is_on: true,
    issuer,
    client_id: clientId,
    secret_cipher: sealSecret(services.keys, placeOfSecret('sign_in_settings', schoolId, issuer), secret),
  }
  await owner
    .insertInto('sign_in_settings')
    .values({ school_id: schoolId, ...row })
    .onConflict((conflict) => conflict.column('school_id').doUpdateSet(row))
    .execute()
}

const settings = {
  requires_two_factor: false,
  sign_on_is_on: false,
  issuer: 'https://login.campus.example',
  client_id: null,
  version: 0,
}

/** One provider for all requests of a test file; it ends with the process. */
let started: Promise<IdentityProvider> | undefined
const provider = (): Promise<IdentityProvider> =>
  (started ??= startIdentityProvider('http://localhost:3000/login/school'))

const slugOf = async ({ services, schoolId }: RequestWorld): Promise<string> => {
  await turnOnSignOn(services, schoolId, await provider())
  const { slug } = await services.owner
    .selectFrom('schools')
    .select('slug')
    .where('id', '=', schoolId)
    .executeTakeFirstOrThrow()
  return slug
}

/** Ties someone to an account at the provider. Returns the tie’s ID. */
const anyTie = async (world: RequestWorld): Promise<number> => {
  const person = await buildPerson(world.services, { school_ids: [world.schoolId] })
  const { id } = await world.services.owner
    .insertInto('sign_on_ties')
    .values({
      school_id: world.schoolId,
      user_id: person.id,
      issuer: 'https://login.campus.example',
      subject: `s-${person.id}`,
      created_at: world.services.clock.now().toISOString(),
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

/** Valid requests of the module `single-sign-on`. */
export const singleSignOnRequests: TestRequests['single-sign-on'] = {
  getSignInSettings: ({ schoolId }) => idOf(schoolId),
  replaceSignInSettings: ({ schoolId }) => ({ ...idOf(schoolId), body: settings }),
  checkSignOnProvider: async ({ schoolId }) => ({
    ...idOf(schoolId),
    body: { issuer: (await provider()).issuer },
  }),
  listSignOnTies: ({ schoolId }) => idOf(schoolId),
  removeSignOnTie: async (world) => ({
    params: { id: String(world.schoolId), tie: String(await anyTie(world)) },
  }),
  listSignOnSchools: () => ({}),
  startSignOn: async (world) => ({ body: { school: await slugOf(world) } }),
  finishSignOn: async (world) => {
    const started = await world.guest.post('/single-sign-on/start', { school: await slugOf(world) })
    const { email } = await world.services.owner
      .selectFrom('users')
      .select('email')
      .where('id', '=', world.registrarId)
      .executeTakeFirstOrThrow()
    const at = await provider()
    at.person = { subject: `s-${world.registrarId}`, email, email_verified: true }
    return { body: { school_id: world.schoolId, query: await at.visit(started.body.data.url) } }
  },
}
