import * as z from 'zod/mini'
import { endpoint, one } from '../endpoint.ts'
import { idParams } from '../fields.ts'

export const linkCheckStates = ['queued', 'running', 'done', 'failed'] as const

/** A check of the links of a period to other sites. Links that don't work are among the checks of the setup. */
export const linkCheck = z.object({
  id: z.int(),
  state: z.enum(linkCheckStates),
  /** Links. */
  progress: z.object({ done: z.int(), total: z.int() }),
  /** How many of them don't work. */
  dead: z.int(),
  updated_at: z.string(),
})
export type LinkCheck = z.output<typeof linkCheck>

export const startLinkCheck = endpoint({
  method: 'POST',
  path: '/api/periods/:id/link-checks',
  access: 'admin',
  summary: 'Checks the links of a period to other sites in the background; 409 `busy` while one check runs.',
  params: idParams,
  idempotent: true,
  reply: one(linkCheck),
  status: 202,
})

export const getLatestLinkCheck = endpoint({
  method: 'GET',
  path: '/api/periods/:id/link-checks/latest',
  access: 'admin',
  summary: 'The latest check of the links of a period; null when none was started.',
  params: idParams,
  reply: one(z.nullable(linkCheck)),
})
