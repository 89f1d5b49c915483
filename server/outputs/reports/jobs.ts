import * as z from 'zod/mini'
import { maxAttempts, task } from '#server/platform/jobs/index.ts'
import { endNight, findNight, runNight } from './commands/age-out-night.ts'

/** Changes the waivers of one night to aged out. */
export const ageOutTask = task({
  name: 'age_out_waivers',
  payload: z.object({ run_id: z.int() }),
  run: (services, { run_id }) => runNight(services, run_id),
  abandon: async (services, { run_id }) => {
    services.log.error(
      { run: run_id },
      `The nightly change to aged out was interrupted ${maxAttempts} times.`,
    )
    const night = await findNight(services, run_id)
    if (night) await endNight(services, night)
  },
})
