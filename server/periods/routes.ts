import type * as endpoints from '#contract/periods/endpoints.ts'
import type { Context } from '../context.ts'
import type { Handlers } from '../http/mount.ts'
import { problem } from '../problem.ts'
import * as commands from './commands.ts'
import { presentAbout } from './present.ts'
import { readAbout, readPeriod } from './queries.ts'

const get = async (context: Context, id: number) => {
  const period = await readPeriod(context, id)
  if (!period) throw problem.notFound()
  return period
}

export const handlers: Handlers<typeof endpoints> = {
  createPeriod: async (context, { body }) => get(context, await commands.createPeriod(context, body)),

  getPeriod: async (context, { params }) => ({
    ...(await get(context, params.id)),
    about: presentAbout(await readAbout(context, params.id)),
  }),

  getPeriodAbout: async (context, { params }) => presentAbout(await readAbout(context, params.id)),

  replacePeriodAbout: async (context, { params, body }) => {
    await commands.replaceAbout(context, params.id, body)
    return presentAbout(await readAbout(context, params.id))
  },
}
