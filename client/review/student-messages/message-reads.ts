import { listMessagesOfStudent, listStudentMessages } from '#contract/review/student-messages/endpoints.ts'

/** Where a change of a message is shown. */
export const messageReads = [listStudentMessages, listMessagesOfStudent]
