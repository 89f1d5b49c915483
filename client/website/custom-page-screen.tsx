import { createFileRoute } from '@tanstack/react-router'
import { Compass, Files } from 'lucide-react'
import { getCustomPage, listCustomPages } from '#contract/website/endpoints.ts'
import type { CustomPageHead } from '#contract/website/custom-pages.ts'
import { DocumentStates, type SetUpPlace } from '#client/common/set-up/document-page.tsx'
import { formatCount } from '#client/lib/format.ts'
import { afresh, useAsk } from '#client/lib/query.ts'
import { EmptyState } from '#client/ui/empty-state.tsx'
import { PageHeader } from '#client/ui/page-header.tsx'
import { AddPageButton } from './add-page.tsx'
import { CustomPageEditor } from './custom-page-editor.tsx'
import { WebsiteTabs } from './website-tabs.tsx'

const title = 'Custom pages'

const CustomPageScreen = () => {
  const { school, period, order } = Route.useParams()
  const place = { school: Number(school), period: Number(period) }
  const read = useAsk(listCustomPages, { params: { id: place.period } }, afresh)
  return (
    <DocumentStates place={place} title={title} tabs={<WebsiteTabs />} read={read}>
      {(pages) => <AtPlace place={place} pages={pages} order={Number(order)} />}
    </DocumentStates>
  )
}

interface AtPlaceProps {
  place: SetUpPlace
  pages: readonly CustomPageHead[]
  order: number
}

/** The page at a place in the order; beyond the end there is none. */
const AtPlace = ({ place, pages, order }: AtPlaceProps) => {
  const head = pages.find((page) => page.order === order)
  if (head) return <OnePage key={head.id} place={place} pages={pages} head={head} />
  if (order !== 1) return <BeyondTheEnd count={pages.length} />
  return (
    <>
      <PageHeader title={title} />
      <WebsiteTabs />
      <EmptyState icon={Files} title="No page of your own yet" actions={<AddPageButton place={place} />}>
        Pages that the student site does not have by itself: the health center, an appeal, a deadline.
      </EmptyState>
    </>
  )
}

const BeyondTheEnd = ({ count }: { count: number }) => (
  <>
    <PageHeader title="Page not found" />
    <WebsiteTabs />
    <EmptyState icon={Compass} title="There is no such page">
      {count === 0
        ? 'There are no custom pages yet.'
        : `There ${count === 1 ? 'is' : 'are'} ${formatCount(count, 'custom page')}.`}
    </EmptyState>
  </>
)

interface OnePageProps {
  place: SetUpPlace
  pages: readonly CustomPageHead[]
  head: CustomPageHead
}

const OnePage = ({ place, pages, head }: OnePageProps) => {
  const read = useAsk(getCustomPage, { params: { id: place.period, pageId: head.id } }, afresh)
  return (
    <DocumentStates place={place} title={head.title} tabs={<WebsiteTabs order={head.order} />} read={read}>
      {(record) => <CustomPageEditor place={place} pages={pages} record={record} order={head.order} />}
    </DocumentStates>
  )
}

export const Route = createFileRoute(
  '/_signed-in/_admin/schools/$school/period/$period/website/custom-page/$order',
)({ component: CustomPageScreen })
