import type * as endpoints from '#contract/decisions/endpoints.ts'
import type { Handlers } from '../http/mount.ts'
import { tryWaiver } from './trial.ts'

export const handlers: Handlers<typeof endpoints> = {
  tryWaiver: (context, { params, body }) => tryWaiver(context, params.id, body),
}
