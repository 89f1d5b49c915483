import type { Services } from '#server/platform/context.ts'
import { startDueReports } from './commands/start-reports.ts'

/** Milliseconds between two looks for reports that are due. */
const interval = 60_000

/** Starts scheduled reports as they become due. Returns a function that stops it. */
export const startReportSchedules = (services: Services): (() => void) => {
  const look = (): void => {
    startDueReports(services).catch((error: unknown) =>
      services.log.warn({ err: error }, 'Scheduled reports weren’t started. Retrying.'),
    )
  }
  look()
  const timer = setInterval(look, interval)
  return () => clearInterval(timer)
}
