import { createFileRoute } from '@tanstack/react-router'
import { Download, ScrollText } from 'lucide-react'
import { countOpenFindings } from '#contract/outputs/audit/endpoints.ts'
import { Loaded } from '#client/platform/ui/states/loaded.tsx'
import { ShowMore } from '#client/platform/ui/controls/show-more.tsx'
import { Button } from '#client/platform/ui/controls/button.tsx'
import { EmptyState } from '#client/platform/ui/states/empty-state.tsx'
import { PageBody, PageHeader } from '#client/platform/ui/text/page-header.tsx'
import { useAsk } from '#client/platform/lib/query.ts'
import { LinkButton } from '#client/platform/ui/controls/link-button.tsx'
import { Banner } from '#client/platform/ui/states/banner.tsx'
import { screenSearch } from '#client/platform/lib/parse-search.ts'
import { filterOf, type ActivityFilter } from './activity-filter.ts'
import { ActivityFilters } from './activity-filters.tsx'
import { ActivityList } from './activity-list.tsx'
import { ActivityTabs } from './activity-tabs.tsx'
import { readActivitySearch } from './activity-search.ts'
import { useActivity, useActivityFile } from './use-activity.ts'

/** Renders who saw, changed, exported, revealed, signed in or was refused, newest first, with filters. */
const ActivityScreen = () => {
  const search = readActivitySearch(Route.useSearch())
  const navigate = Route.useNavigate()
  const filter = filterOf(search)
  const list = useActivity(filter)
  return (
    <>
      <PageHeader title="Activity log" actions={<Files filter={filter} />} />
      <ActivityTabs />
      <PageBody width="lg">
        <OpenFindings />
        <ActivityFilters
          search={search}
          student={list.student}
          onChange={(next) => void navigate({ search: next, replace: true })}
        />
        <Rows list={list} isNarrowed={Object.keys(filter).length > 0} />
      </PageBody>
    </>
  )
}

const Files = ({ filter }: { filter: ActivityFilter }) => {
  const { save, saving } = useActivityFile(filter)
  return (['csv', 'xlsx'] as const).map((format) => (
    <Button
      key={format}
      icon={Download}
      busy={saving === format}
      disabled={saving !== null}
      onClick={() => void save(format)}
    >
      {format === 'csv' ? 'CSV' : 'Excel'}
    </Button>
  ))
}

const Rows = ({ list, isNarrowed }: { list: ReturnType<typeof useActivity>; isNarrowed: boolean }) => {
  return (
    <Loaded
      of={list}
      what="The activity log"
      who="Only Shipmate Admins have access to the activity log."
      rows={10}
      label="Loading the activity log"
    >
      {(rows) =>
        rows.length === 0 ? (
          <EmptyState icon={ScrollText} title={isNarrowed ? 'No matching activity' : 'No activity yet'}>
            {isNarrowed
              ? 'Change a filter or clear them all.'
              : 'Views, changes, exports and sign-ins appear here, with the person and the time.'}
          </EmptyState>
        ) : (
          <>
            <ActivityList rows={rows} />
            <ShowMore list={list} />
          </>
        )
      }
    </Loaded>
  )
}

export const Route = createFileRoute('/_signed-in/_admin/settings/activity')({
  validateSearch: screenSearch(readActivitySearch),
  component: ActivityScreen,
})

/** Renders that findings of the weekly review wait for someone to look at them. */
const OpenFindings = () => {
  const { data } = useAsk(countOpenFindings, {}, { staleTime: 60_000 })
  if (data === undefined || data.quantity === 0) return null
  return (
    <Banner
      tone="warning"
      className="mb-5"
      actions={
        <LinkButton size="sm" to="/settings/activity/review">
          Open the review
        </LinkButton>
      }
    >
      {data.quantity === 1
        ? 'The weekly review has 1 unreviewed finding.'
        : `The weekly review has ${data.quantity} unreviewed findings.`}
    </Banner>
  )
}
