import { createFileRoute } from '@tanstack/react-router'
import { MailX, Plus } from 'lucide-react'
import { useEffect, useEffectEvent, useState } from 'react'
import {
  addSuppressedAddress,
  listSuppressedAddresses,
  listSuppressionHistory,
  removeSuppressedAddress,
} from '#contract/mail/email-delivery/endpoints.ts'
import { suppressionLabels, type SuppressedAddress } from '#contract/mail/email-delivery/shapes.ts'
import { Loaded } from '#client/platform/ui/states/loaded.tsx'
import { HistoryButton } from '#client/platform/history/history-sheet.tsx'
import { call } from '#client/platform/lib/call.ts'
import { formatNumber } from '#client/platform/lib/format.ts'
import { keyOf, useAsk, useSend } from '#client/platform/lib/query.ts'
import { readTableSearch } from '#client/platform/lib/table-search.ts'
import { useSettled } from '#client/platform/lib/use-settled.ts'
import { Button } from '#client/platform/ui/controls/button.tsx'
import { SearchInput } from '#client/platform/ui/controls/search-input.tsx'
import { Pager } from '#client/platform/ui/data-table/pager.tsx'
import { lazyDialog } from '#client/platform/ui/states/later.tsx'
import { useDialogHost } from '#client/platform/ui/overlays/dialog-host.tsx'
import { useToast } from '#client/platform/ui/overlays/toast.tsx'
import { EmptyState } from '#client/platform/ui/states/empty-state.tsx'
import { Ago } from '#client/platform/ui/text/ago.tsx'
import { PageHeader } from '#client/platform/ui/text/page-header.tsx'
import { screenSearch } from '#client/platform/lib/parse-search.ts'
import { blockedReads } from './blocked-reads.ts'
import { DeliveryTabs } from './delivery-tabs.tsx'

const BlockDialog = lazyDialog(async () => (await import('./block-dialog.tsx')).BlockDialog)

/** Renders the addresses that get no emails. */
const BlockedScreen = () => {
  const { search, typed, setTyped, go } = useSearchText()
  const list = useAsk(
    listSuppressedAddresses,
    {
      query: {
        page: String(search.page ?? 1),
        per_page: String(search.size ?? 50),
        ...(search.q ? { search: search.q } : {}),
      },
    },
    { keepPrevious: true },
  )
  const meta = list.data?.meta
  return (
    <div className="relative flex min-h-0 flex-1 flex-col">
      <PageHeader
        title="Blocked addresses"
        {...(meta ? { count: formatNumber(meta.total) } : {})}
        actions={<Actions />}
      />
      <DeliveryTabs />
      <div className="flex shrink-0 border-b border-line px-3 py-1.5 md:justify-end">
        <SearchInput
          value={typed}
          onChange={setTyped}
          placeholder="Search addresses"
          className="w-full md:w-64"
        />
      </div>
      <Loaded
        of={list}
        what="The blocked addresses"
        who="Only Shipmate Admins can block email addresses."
        label="Loading blocked addresses"
      >
        {({ data }) => <Addresses addresses={data} isSearched={Boolean(search.q)} />}
      </Loaded>
      <Pager
        meta={meta}
        noun="address"
        plural="addresses"
        onPage={(page) => go({ page })}
        onPerPage={(size) => go({ size })}
      />
    </div>
  )
}

const Actions = () => {
  const openDialog = useDialogHost()
  return (
    <>
      <BlockedHistory />
      <Button variant="primary" icon={Plus} onClick={() => openDialog(BlockDialog, { props: {} })}>
        Block an address
      </Button>
    </>
  )
}

/** Keeps the URL parameters, and the search text while it’s typed. */
const useSearchText = () => {
  const search = Route.useSearch()
  const navigate = Route.useNavigate()
  const [typed, setTyped] = useState(search.q ?? '')
  const settled = useSettled(typed.trim(), 200)
  const go = (change: { q?: string; page?: number; size?: number }) =>
    void navigate({ search: readTableSearch({ ...search, page: undefined, ...change }), replace: true })
  const seek = useEffectEvent((q: string) => {
    if (q !== (search.q ?? '')) go({ q })
  })
  useEffect(() => seek(settled), [settled])
  return { search, typed, setTyped, go }
}

const BlockedHistory = () => (
  <HistoryButton
    label="blocked addresses"
    historyKey={keyOf(listSuppressionHistory)}
    read={(paging, options) => call(listSuppressionHistory, { query: paging }, options)}
    who="Only Shipmate Admins can see this history."
    none="No address has been blocked yet."
  />
)

const Addresses = ({
  addresses,
  isSearched,
}: {
  addresses: readonly SuppressedAddress[]
  isSearched: boolean
}) => {
  const unblock = useUnblock()
  if (addresses.length === 0)
    return isSearched ? (
      <EmptyState compact icon={MailX} title="No matching addresses" />
    ) : (
      <EmptyState compact icon={MailX} title="No blocked addresses">
        Addresses that bounced or reported spam appear here. Shipmate doesn’t send emails to them.
      </EmptyState>
    )
  return (
    <ul
      aria-label="Blocked addresses"
      className="min-h-0 flex-1 divide-y divide-line overflow-y-auto pb-message-room"
    >
      {addresses.map((blocked) => (
        <li key={blocked.id} className="flex items-start gap-3 px-4 py-2">
          <div className="min-w-0 flex-1">
            <p className="font-medium break-all">{blocked.address}</p>
            <p className="text-label break-words text-ink-2">
              {suppressionLabels[blocked.source]}: {blocked.reason}
            </p>
            <p className="text-label text-ink-3">
              Blocked <Ago at={blocked.since} />
              {blocked.added_by && ` by ${blocked.added_by.name}`}
            </p>
          </div>
          <Button size="sm" aria-label={`Unblock ${blocked.address}`} onClick={() => void unblock(blocked)}>
            Unblock
          </Button>
        </li>
      ))}
    </ul>
  )
}

/** Unblocks an address, and offers to block it again. */
const useUnblock = () => {
  const toast = useToast()
  const remove = useSend(removeSuppressedAddress, { refreshes: blockedReads })
  const add = useSend(addSuppressedAddress, { refreshes: blockedReads })
  return async ({ id, address, reason }: SuppressedAddress): Promise<void> => {
    // failures appear in a toast
    const removed = await remove.send({ params: { id: String(id) } }).catch(() => null)
    if (!removed) return
    const again = () => void add.send({ body: { address, reason } }).catch(() => null)
    toast.show({
      tone: 'success',
      title: `${address} unblocked`,
      action: { label: 'Undo', onAction: again },
    })
  }
}

export const Route = createFileRoute('/_signed-in/_admin/settings/email-delivery/blocked-addresses')({
  validateSearch: screenSearch(readTableSearch),
  component: BlockedScreen,
})
