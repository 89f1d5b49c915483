import { idOf, type TestRequests } from './test-request.ts'
import type { RequestWorld } from './request-world.ts'

const bodyOf = ({ adminId }: RequestWorld) => ({
  report: 'age_out' as const,
  repeats: 'weekly' as const,
  weekdays: ['mon' as const],
  month_day: null,
  hour: 7,
  reader_ids: [adminId],
})

const added = async (world: RequestWorld): Promise<number> => {
  const { body } = await world.admin.post(`/api/periods/${world.periodId}/report-schedules`, bodyOf(world))
  return body.data.id
}

/** Valid requests of the module `report-schedules`. */
export const reportScheduleRequests: TestRequests['report-schedules'] = {
  listReportSchedules: ({ periodId }) => idOf(periodId),
  listReportReaders: ({ periodId }) => idOf(periodId),
  addReportSchedule: (world) => ({ ...idOf(world.periodId), body: bodyOf(world) }),
  changeReportSchedule: async (world) => ({
    ...idOf(await added(world)),
    body: { ...bodyOf(world), hour: 8, is_on: true, version: 1 },
  }),
  removeReportSchedule: async (world) => idOf(await added(world)),
  restoreReportSchedule: async (world) => {
    const id = await added(world)
    await world.admin.delete(`/api/report-schedules/${id}`)
    return idOf(id)
  },
  runReportSchedule: async (world) => idOf(await added(world)),
  downloadMadeReport: async (world) => {
    const { body } = await world.admin.post(`/api/report-schedules/${await added(world)}/run`, {})
    await world.services.runJobs()
    return idOf(body.data.id)
  },
}
