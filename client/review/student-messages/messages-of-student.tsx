import { listMessagesOfStudent } from '#contract/review/student-messages/endpoints.ts'
import { call } from '#client/platform/lib/call.ts'
import { useGrowingList } from '#client/platform/lib/growing-list.ts'
import { keyOf } from '#client/platform/lib/query.ts'
import { ShowMore } from '#client/platform/ui/controls/show-more.tsx'
import { Loaded } from '#client/platform/ui/states/loaded.tsx'
import { MessageItem } from './message-item.tsx'

interface MessagesOfStudentProps {
  student: { readonly id: number; readonly school_id: number }
}

/** Renders what a student wrote with the contact form; nothing if they wrote nothing, or while that isn’t known. */
export const MessagesOfStudent = ({ student }: MessagesOfStudentProps) => {
  const list = useGrowingList(
    [...keyOf(listMessagesOfStudent), student.id],
    (paging, options) => call(listMessagesOfStudent, { params: { id: student.id }, query: paging }, options),
    { staleTime: 0 },
  )
  if (!list.error && (list.data ?? []).length === 0) return null
  return (
    <section aria-labelledby="messages" className="mb-8">
      <h2 id="messages" className="mb-3 text-section font-semibold">
        Messages from the student
      </h2>
      <Loaded
        of={list}
        compact
        what="The messages"
        who="Only this school’s admins and Shipmate Admins have access to messages."
      >
        {(rows) => (
          <>
            <ol aria-label="Messages" className="flex flex-col gap-3">
              {rows.map((message) => (
                <MessageItem key={message.id} message={message} schoolId={student.school_id} />
              ))}
            </ol>
            <ShowMore list={list} />
          </>
        )}
      </Loaded>
    </section>
  )
}
