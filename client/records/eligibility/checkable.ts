import { isCoverageStatus, statusCatalogue } from '#contract/platform/coverage/choices.ts'
import { waitingWaivers } from '#contract/platform/coverage/status-groups.ts'

/** Returns whether a status is about a waiver, so that the student’s other coverage can be checked. */
export const isCheckable = (status: string): boolean =>
  isCoverageStatus(status) &&
  (statusCatalogue[status].family === 'waived' || waitingWaivers.some((one) => one === status))
