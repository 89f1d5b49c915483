import { createFileRoute } from '@tanstack/react-router'
import { Inbox } from 'lucide-react'
import { listMailbox } from '#contract/review/emails/endpoints.ts'
import { call } from '#client/platform/lib/call.ts'
import { formatNumber } from '#client/platform/lib/format.ts'
import { useGrowingList } from '#client/platform/lib/growing-list.ts'
import { keyOf } from '#client/platform/lib/query.ts'
import { Banner } from '#client/platform/ui/states/banner.tsx'
import { PageBody, PageHeader } from '#client/platform/ui/text/page-header.tsx'
import { EmailList } from './email-list.tsx'
import { isInsideOnly, reloadAfter } from './email-text.ts'

/** Renders all emails of all schools and accounts, newest first. */
const MailboxScreen = () => {
  const emails = useGrowingList(
    keyOf(listMailbox),
    (paging, options) => call(listMailbox, { query: paging }, options),
    { staleTime: 0, reloadAfter },
  )
  return (
    <div className="flex min-h-0 flex-1 flex-col">
      <PageHeader title="Mailbox" {...(emails.data ? { count: formatNumber(emails.total) } : {})} />
      <PageBody>
        {emails.data?.some(isInsideOnly) && (
          <Banner tone="warning" className="mb-4" title="Some emails didn’t leave Shipmate">
            No mail server was set up when they were due. They’re marked “Saved, not sent”.
          </Banner>
        )}
        <EmailList
          emails={emails}
          icon={Inbox}
          none="No emails yet"
          hint="Emails to students and users appear here with their delivery status."
          who="Only Shipmate Admins have access to the mailbox."
        />
      </PageBody>
    </div>
  )
}

export const Route = createFileRoute('/_signed-in/_admin/settings/mailbox')({ component: MailboxScreen })
