import * as z from 'zod/mini'
import { endpoint, one, page } from '#contract/platform/endpoint.ts'
import { idParams, idText } from '#contract/platform/fields.ts'
import {
  messageMatch,
  messagePaging,
  messageQueues,
  messageReceipt,
  messageState,
  newStudentMessage,
  studentMessage,
} from './shapes.ts'

export const sendStudentMessage = endpoint({
  method: 'POST',
  path: '/api/public/periods/:id/messages',
  access: 'anyone',
  limit: 'own',
  isPublic: true,
  hasStudentSession: true,
  summary:
    'Sends a message to the recipients of the published contact form. It’s added to the student’s record if they signed in with a code.',
  params: idParams,
  body: newStudentMessage,
  reply: one(messageReceipt),
  status: 201,
  evenTime: 250,
})

export const listStudentMessages = endpoint({
  method: 'GET',
  path: '/api/student-messages',
  access: 'school',
  summary: 'Lists the messages of a policy year, newest first.',
  query: z.strictObject({ period_id: idText, queue: z.optional(z.enum(messageQueues)), ...messagePaging }),
  reply: page(studentMessage),
})

export const listMessagesOfStudent = endpoint({
  method: 'GET',
  path: '/api/students/:id/messages',
  access: 'school',
  summary: 'Lists the messages of a student in all policy years, newest first.',
  params: idParams,
  query: z.strictObject(messagePaging),
  reply: page(studentMessage),
})

export const matchStudentMessage = endpoint({
  method: 'PUT',
  path: '/api/student-messages/:id/student',
  access: 'school',
  summary: 'Says which student of the policy year sent a message.',
  params: idParams,
  body: messageMatch,
  reply: one(studentMessage),
})

export const replaceMessageState = endpoint({
  method: 'PUT',
  path: '/api/student-messages/:id/done',
  access: 'school',
  summary: 'Marks a message as done, or opens it again.',
  params: idParams,
  body: messageState,
  reply: one(studentMessage),
})
