import { createFileRoute } from '@tanstack/react-router'
import { Inbox, SearchX } from 'lucide-react'
import { useEffect, useEffectEvent, useState } from 'react'
import { listMailbox } from '#contract/review/emails/endpoints.ts'
import { emailStates } from '#contract/review/emails/shapes.ts'
import { listSchoolsForUsers } from '#contract/setup/schools/endpoints.ts'
import { emailKindLabel, emailKinds, type EmailKind } from '#contract/setup/schools/email-kinds.ts'
import { call } from '#client/platform/lib/call.ts'
import { formatNumber } from '#client/platform/lib/format.ts'
import { useGrowingList } from '#client/platform/lib/growing-list.ts'
import { keyOf, useAsk } from '#client/platform/lib/query.ts'
import { withoutUndefined } from '#client/platform/lib/table-search.ts'
import { useSettled } from '#client/platform/lib/use-settled.ts'
import { Button } from '#client/platform/ui/controls/button.tsx'
import { Combobox } from '#client/platform/ui/controls/combobox.tsx'
import { Field } from '#client/platform/ui/controls/field.tsx'
import { SearchInput } from '#client/platform/ui/controls/search-input.tsx'
import { Select } from '#client/platform/ui/controls/select.tsx'
import { Banner } from '#client/platform/ui/states/banner.tsx'
import { PageBody, PageHeader } from '#client/platform/ui/text/page-header.tsx'
import { screenSearch } from '#client/platform/lib/parse-search.ts'
import { EmailList } from './email-list.tsx'
import { isInsideOnly, reloadAfter, stateLook } from './email-text.ts'

/** What the status filter offers: the states, all that need attention, and emails that never left Shipmate. */
const statuses = ['open', ...emailStates, 'saved'] as const
type Status = (typeof statuses)[number]

const statusLabel = (status: Status): string => {
  if (status === 'open') return 'Needs attention'
  if (status === 'saved') return stateLook({ state: 'sent', via: 'mailbox' }).label
  return stateLook({ state: status, via: null }).label
}

/** The URL parameters of the screen: all emails without them. */
interface MailboxSearch {
  readonly q?: string
  readonly status?: Status
  readonly kind?: EmailKind
  readonly school?: number
}

const readSearch = (search: Readonly<Record<string, unknown>>): MailboxSearch => {
  const { q, school } = search
  return withoutUndefined({
    q: typeof q === 'string' && q.trim() !== '' ? q.slice(0, 200) : undefined,
    status: statuses.find((one) => one === search['status']),
    kind: emailKinds.find((one) => one === search['kind']),
    school: Number.isSafeInteger(Number(school)) && Number(school) > 0 ? Number(school) : undefined,
  })
}

/** An email that stayed inside Shipmate is sent for the server, but not for staff. */
const stateQuery = (status: Status | undefined) => {
  if (status === 'saved') return { state: 'sent', via: 'mailbox' } as const
  if (status === 'sent') return { state: 'sent', via: 'smtp' } as const
  return status === undefined ? {} : { state: status }
}

/** Keeps the search and the filters in the URL; typed text settles first. */
const useMailboxSearch = () => {
  const asked = Route.useSearch()
  const navigate = Route.useNavigate()
  const [typed, setTyped] = useState(asked.q ?? '')
  const settled = useSettled(typed.trim(), 200)
  const set = (change: Readonly<Record<string, unknown>>) =>
    void navigate({ search: readSearch({ ...asked, ...change }), replace: true })
  const seek = useEffectEvent((text: string) => {
    if (text !== (asked.q ?? '')) set({ q: text })
  })
  useEffect(() => seek(settled), [settled])
  const clear = () => {
    setTyped('')
    void navigate({ search: {}, replace: true })
  }
  return { asked, typed, setTyped, set, clear }
}

/** Renders all emails of all schools and accounts, newest first, with search and filters. */
const MailboxScreen = () => {
  const filters = useMailboxSearch()
  const query = queryOf(filters.asked)
  const emails = useGrowingList(
    [...keyOf(listMailbox), query],
    (paging, options) => call(listMailbox, { query: { ...query, ...paging } }, options),
    { staleTime: 0, reloadAfter, keepPrevious: true },
  )
  return (
    <div className="flex min-h-0 flex-1 flex-col">
      <PageHeader title="Mailbox" {...(emails.data ? { count: formatNumber(emails.total) } : {})} />
      <PageBody>
        <Filters {...filters} />
        {emails.data?.some(isInsideOnly) && (
          <Banner tone="warning" className="mb-4" title="Some emails didn’t leave Shipmate">
            No mail server was set up when they were due. They’re marked “Saved, not sent”.
          </Banner>
        )}
        <EmailList
          emails={emails}
          {...(Object.keys(query).length === 0 ? noneYet : noneFound)}
          actions={Object.keys(query).length > 0 && <Button onClick={filters.clear}>Show all emails</Button>}
          who="Only Shipmate Admins have access to the mailbox."
        />
      </PageBody>
    </div>
  )
}

const noneYet = {
  icon: Inbox,
  none: 'No emails yet',
  hint: 'Emails to students and users appear here with their delivery status.',
}
const noneFound = { icon: SearchX, none: 'No emails match', hint: 'Check the spelling, or remove a filter.' }

const queryOf = ({ q, status, kind, school }: MailboxSearch) =>
  withoutUndefined({
    search: q,
    kind,
    school_id: school === undefined ? undefined : String(school),
    ...stateQuery(status),
  })

const Filters = ({ asked, typed, setTyped, set }: ReturnType<typeof useMailboxSearch>) => {
  const schools = useAsk(listSchoolsForUsers, {}, { staleTime: 60_000 })
  return (
    <search aria-label="Filter emails" className="mb-5 grid grid-cols-2 items-end gap-3 md:grid-cols-4">
      <SearchInput
        value={typed}
        onChange={setTyped}
        placeholder="Search emails"
        className="max-md:col-span-2"
        maxLength={200}
      />
      <Field label="Status" hideLabel>
        <Select
          options={statuses.map((value) => ({ value, label: statusLabel(value) }))}
          value={asked.status ?? null}
          onChange={(status) => set({ status })}
          placeholder="Any status"
          emptyLabel="Any status"
        />
      </Field>
      <Field label="School" hideLabel>
        <Combobox
          options={(schools.data ?? []).map(({ id, name }) => ({ value: id, label: name }))}
          value={asked.school ?? null}
          onChange={(school) => set({ school })}
          placeholder="Any school"
        />
      </Field>
      <Field label="Kind of email" hideLabel>
        <Combobox
          options={emailKinds.map((value) => ({ value, label: emailKindLabel(value) }))}
          value={asked.kind ?? null}
          onChange={(kind) => set({ kind })}
          placeholder="Any kind"
        />
      </Field>
    </search>
  )
}

export const Route = createFileRoute('/_signed-in/_admin/settings/mailbox')({
  validateSearch: screenSearch(readSearch),
  component: MailboxScreen,
})
