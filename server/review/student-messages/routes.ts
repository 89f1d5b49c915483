import type * as endpoints from '#contract/review/student-messages/endpoints.ts'
import { selectPeriod } from '#server/platform/db/scope.ts'
import { logView } from '#server/platform/history/index.ts'
import type { Handlers } from '#server/platform/http/mount.ts'
import { counters, limitFromNetwork } from '#server/platform/http/throttle.ts'
import { pageMetaOf } from '#server/platform/lib/table.ts'
import { getStudent } from '#server/records/students/index.ts'
import { findSession } from '#server/review/student-status/index.ts'
import { changeState, matchMessage } from './commands/change-message.ts'
import { sendMessage } from './commands/send-message.ts'
import { presentMessage } from './present.ts'
import { getMessage, listMessages } from './queries.ts'

export const handlers: Handlers<typeof endpoints> = {
  sendStudentMessage: {
    prove: async (context, { params, body }, { request }) => {
      await limitFromNetwork(context.services, counters.messages(context.address), 'messages')
      const session = await findSession(context, request)
      const isOwn = session?.period_id === params.id
      const sender = {
        student_id: isOwn ? session.student_id : null,
        student_period_id: isOwn ? session.student_period_id : null,
      }
      return async (inside) => ({ reference: await sendMessage(inside, params.id, sender, body) })
    },
  },

  listStudentMessages: async (context, { query }) => {
    const { id } = await selectPeriod(context, query.period_id)
    const { rows, total } = await listMessages(context, { periodId: id, queue: query.queue }, query)
    return { data: rows.map(presentMessage), meta: pageMetaOf(query, total, rows.length) }
  },

  listMessagesOfStudent: async (context, { params, query }) => {
    const student = await getStudent(context, params.id)
    logView(context, student, { detail: 'messages' })
    const { rows, total } = await listMessages(context, { studentId: student.id }, query)
    return { data: rows.map(presentMessage), meta: pageMetaOf(query, total, rows.length) }
  },

  matchStudentMessage: async (context, { params, body }) => {
    await matchMessage(context, params.id, body)
    return presentMessage(await getMessage(context, params.id))
  },

  replaceMessageState: async (context, { params, body }) => {
    await changeState(context, params.id, body)
    return presentMessage(await getMessage(context, params.id))
  },
}
