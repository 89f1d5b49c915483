import { createFileRoute } from '@tanstack/react-router'
import { MessagesSquare } from 'lucide-react'
import { listStudentMessages } from '#contract/review/student-messages/endpoints.ts'
import {
  messageQueueLabels,
  messageQueues,
  type MessageQueue,
  type StudentMessage,
} from '#contract/review/student-messages/shapes.ts'
import { call } from '#client/platform/lib/call.ts'
import { formatNumber } from '#client/platform/lib/format.ts'
import { useGrowingList } from '#client/platform/lib/growing-list.ts'
import { keyOf } from '#client/platform/lib/query.ts'
import { Segmented } from '#client/platform/ui/controls/segmented.tsx'
import { ShowMore } from '#client/platform/ui/controls/show-more.tsx'
import { EmptyState } from '#client/platform/ui/states/empty-state.tsx'
import { Loaded } from '#client/platform/ui/states/loaded.tsx'
import { PageBody, PageHeader } from '#client/platform/ui/text/page-header.tsx'
import { screenSearch } from '#client/platform/lib/parse-search.ts'
import { MessageItem } from './message-item.tsx'

/** The URL parameters of the screen: open messages without one. */
interface MessagesSearch {
  readonly queue?: MessageQueue
}

const readSearch = (search: Readonly<Record<string, unknown>>): MessagesSearch => {
  const queue = messageQueues.find((one) => one === search['queue'])
  return queue === undefined ? {} : { queue }
}

const nothing: Record<MessageQueue, string> = {
  open: 'No open messages',
  unmatched: 'No messages without a student',
  done: 'No messages are done yet',
}

/** Renders the messages that students sent with the contact form, by what is left to do. */
const MessagesScreen = () => {
  const { school, period } = Route.useParams()
  const { queue = 'open' } = Route.useSearch()
  const navigate = Route.useNavigate()
  const [schoolId, periodId] = [Number(school), Number(period)]
  const list = useGrowingList(
    [...keyOf(listStudentMessages), periodId, queue],
    (paging, options) =>
      call(listStudentMessages, { query: { ...paging, period_id: periodId, queue } }, options),
    { staleTime: 0 },
  )
  return (
    <div className="flex min-h-0 flex-1 flex-col">
      <PageHeader
        title="Messages"
        {...(list.data ? { count: formatNumber(list.total) } : {})}
        actions={
          <Segmented
            label="Show"
            options={messageQueues.map((value) => ({ value, label: messageQueueLabels[value] }))}
            value={queue}
            onChange={(chosen) => void navigate({ search: { queue: chosen }, replace: true })}
          />
        }
      />
      <Loaded
        of={list}
        what="The messages"
        who="Only this school’s admins and Shipmate Admins have access to messages."
        rows={4}
        label="Loading messages"
      >
        {(rows) => (
          <PageBody>
            <Messages rows={rows} queue={queue} schoolId={schoolId} />
            <ShowMore list={list} />
          </PageBody>
        )}
      </Loaded>
    </div>
  )
}

interface MessagesProps {
  rows: readonly StudentMessage[]
  queue: MessageQueue
  schoolId: number
}

const Messages = ({ rows, queue, schoolId }: MessagesProps) =>
  rows.length === 0 ? (
    <EmptyState compact icon={MessagesSquare} title={nothing[queue]}>
      Messages that students send with the contact form of the student website appear here.
    </EmptyState>
  ) : (
    <ol aria-label="Messages" className="mb-6 flex flex-col gap-3">
      {rows.map((message) => (
        <MessageItem key={message.id} message={message} schoolId={schoolId} />
      ))}
    </ol>
  )

export const Route = createFileRoute('/_signed-in/_own-school/schools/$school/period/$period/messages')({
  validateSearch: screenSearch(readSearch),
  component: MessagesScreen,
})
