import { describe, expect, it } from 'vitest'
import { passwordOf, type Endpoint } from '#contract/platform/endpoint.ts'
import { rows, type Row } from '#server/testing/send-request.ts'
import { inlined } from './open-api/components.ts'

const nameOf = ({ module, name }: Row): string => `${module}.${name}`

/** Every name of a property in a schema, however deep. */
const namesIn = (schema: unknown): string[] => {
  if (Array.isArray(schema)) return schema.flatMap(namesIn)
  if (typeof schema !== 'object' || schema === null) return []
  const own =
    'properties' in schema && typeof schema.properties === 'object'
      ? Object.keys({ ...schema.properties })
      : []
  return [...own, ...Object.values(schema).flatMap(namesIn)]
}
const sentNames = ({ body }: Endpoint): string[] => (body ? namesIn(inlined(body, 'input')) : [])
const repliedNames = ({ reply }: Endpoint): string[] =>
  'schema' in reply ? namesIn(inlined(reply.schema, 'output')) : []

/** What only a call has that gives or moves access: rights, credentials, and where secrets and records are sent. */
const givesByBody = /^(permission|school_ids|secret|url|issuer|password|current_password|credential|code)$/
const givesByReply = /^(secret|secretKey|invite_url|challenge)$/
/** Modules that are about access as a whole. */
const modules = new Set(['auth', 'users', 'api-tokens', 'webhooks', 'single-sign-on'])

const isUnsafe = ({ method }: Endpoint): boolean => method !== 'GET'
const concernsAccess = ({ module, endpoint }: Row): boolean =>
  endpoint.access !== 'anyone' &&
  ((modules.has(module) && isUnsafe(endpoint)) ||
    (isUnsafe(endpoint) && sentNames(endpoint).some((name) => givesByBody.test(name))) ||
    repliedNames(endpoint).some((name) => givesByReply.test(name)))

const returnsFile = ({ endpoint }: Row): boolean =>
  endpoint.reply.envelope === 'download' || endpoint.orFile === true
const returnsSsn = ({ endpoint }: Row): boolean => /reveal/.test(endpoint.path)

/** Calls about access that grant none, and why. */
const grantNone: Readonly<Record<string, string>> = {
  'auth.logout': 'ends access',
  'auth.confirmPassword': 'is the confirmation',
  'auth.changePassword': 'asks for the current password in its body',
  'auth.renamePasskey': 'changes a label',
  'users.removeUser': 'ends access; asks who removes themselves',
  'users.endSession': 'ends access',
  'users.endSessions': 'ends access',
  'api-tokens.revokeApiToken': 'ends access',
  'decisions.decideInBulk': 'names the reasons of decisions by their codes',
  'webhooks.removeWebhook': 'ends messages',
  'webhooks.testWebhook': 'sends no record to the saved address',
  'webhooks.sendWebhookAgain': 'repeats a message to the saved address',
  'periods.replaceMedicalPlan': 'shows links to students',
  'periods.replaceDentalPlan': 'shows links to students',
  'periods.replaceVisionPlan': 'shows links to students',
  'website.replaceDocuments': 'shows links to students',
  'website.replaceResourcesAndLinks': 'shows links to students',
  'single-sign-on.checkSignOnProvider': 'saves nothing and sends no secret',
}

const concerned = rows.filter(concernsAccess)

describe('a call that could give access', () => {
  it.each(concerned.map((row) => [nameOf(row), row] as const))('%s says whether it does', (name, row) => {
    const reason = grantNone[name]
    expect([name, row.endpoint.grantsAccess !== undefined]).toEqual([name, reason === undefined])
  })

  it('is found by what it takes and returns, in any module', () => {
    expect(concerned.length).toBeGreaterThan(25)
    expect(concerned.map(nameOf)).toContain('verifications.replaceEligibilitySettings')
    expect(Object.keys(grantNone).filter((name) => !concerned.map(nameOf).includes(name))).toEqual([])
  })
})

describe('a call that returns a file', () => {
  it('says whether full SSNs can be in it', () => {
    const silent = rows.filter(
      (row) => (returnsFile(row) || returnsSsn(row)) && row.endpoint.givesSsn === undefined,
    )
    expect(silent.map(nameOf)).toEqual([])
  })
})

describe('a trait', () => {
  it('forces the confirmation', () => {
    const giving = rows.filter(({ endpoint }) => endpoint.grantsAccess === true || endpoint.givesSsn === true)
    expect(giving.filter(({ endpoint }) => passwordOf(endpoint) !== true)).toEqual([])
    expect(passwordOf({ grantsAccess: 'for some requests' })).toBe('for some requests')
    expect(passwordOf({ grantsAccess: 'for some requests', givesSsn: true })).toBe(true)
    expect(passwordOf({ givesSsn: false })).toBeUndefined()
  })
})
