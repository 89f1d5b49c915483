import * as z from 'zod/mini'
import { endpoint, one } from '#contract/platform/endpoint.ts'
import { idParams } from '#contract/platform/fields.ts'

const linkCheckStates = ['queued', 'running', 'done', 'failed'] as const

/** A check of a period’s links to other sites. Broken links are listed with the setup checks. */
const linkCheck = z.object({
  id: z.int(),
  state: z.enum(linkCheckStates),
  /** The number of links. */
  progress: z.object({ done: z.int(), total: z.int() }),
  /** The number of broken links. */
  dead: z.int(),
  updated_at: z.string(),
})
export type LinkCheck = z.output<typeof linkCheck>

export const startLinkCheck = endpoint({
  method: 'POST',
  path: '/api/periods/:id/link-checks',
  access: 'admin',
  limit: 'outsideChecks',
  summary: 'Starts a background check of a period’s links to other sites. 409 `busy` while a check runs.',
  params: idParams,
  idempotent: true,
  reply: one(linkCheck),
  status: 202,
})

export const getLatestLinkCheck = endpoint({
  method: 'GET',
  path: '/api/periods/:id/link-checks/latest',
  access: 'admin',
  summary: 'Returns the latest check of a period’s links, or null if there was none.',
  params: idParams,
  reply: one(z.nullable(linkCheck)),
})
