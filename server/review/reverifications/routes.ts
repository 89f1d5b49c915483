import type * as endpoints from '#contract/review/reverifications/endpoints.ts'
import type { Handlers } from '#server/platform/http/mount.ts'
import { changeState } from './commands/change-state.ts'
import { previewReverification, startReverification } from './commands/start.ts'
import { readLatest } from './queries.ts'

export const handlers: Handlers<typeof endpoints> = {
  reverifyPeriod: (context, { body }) =>
    body.dry_run === true ? previewReverification(context, body) : startReverification(context, body),

  pauseReverification: (context, { params }) => changeState(context, params.id, 'pause'),

  resumeReverification: (context, { params }) => changeState(context, params.id, 'resume'),

  stopReverification: (context, { params }) => changeState(context, params.id, 'stop'),

  getLatestReverification: (context, { params, query }) => readLatest(context, params.id, query),
}
