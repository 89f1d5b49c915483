import { createFileRoute } from '@tanstack/react-router'
import { Globe } from 'lucide-react'
import { isAdmin } from '#contract/platform/access.ts'
import { languageLabels } from '#contract/setup/period-documents/waiver-choices.ts'
import { siteLanguages } from '#contract/setup/period-documents/waiver-choices.ts'
import type { SiteLanguage } from '#contract/setup/site/rendering.ts'
import {
  deviceLabels,
  devices,
  visitDays,
  type Device,
  type VisitDays,
} from '#contract/setup/site-visits/choices.ts'
import { getSiteVisits } from '#contract/setup/site-visits/endpoints.ts'
import type { SiteVisits } from '#contract/setup/site-visits/shapes.ts'
import { useUser } from '#client/platform/common/current-user.tsx'
import { formatDays } from '#client/platform/lib/format.ts'
import { useAsk } from '#client/platform/lib/query.ts'
import { Segmented } from '#client/platform/ui/controls/segmented.tsx'
import { EmptyState } from '#client/platform/ui/states/empty-state.tsx'
import { Loaded } from '#client/platform/ui/states/loaded.tsx'
import { PageBody, PageHeader } from '#client/platform/ui/text/page-header.tsx'
import { useBreadcrumbOf } from '#client/setup/period-documents/document-page.tsx'
import { WebsiteTabs } from '#client/setup/website/website-tabs.tsx'
import { screenSearch } from '#client/platform/lib/parse-search.ts'
import { FormVisitsSection, GroupsSection, PagesSection } from './visits-tables.tsx'

/** The URL parameters of the screen: the last 30 days, all languages and all devices without them. */
interface VisitsSearch {
  readonly days?: number
  readonly language?: SiteLanguage
  readonly device?: Device
}

const readSearch = (search: Readonly<Record<string, unknown>>): VisitsSearch => {
  const days = daysOf(search['days'])
  const language = siteLanguages.find((one) => one === search['language'])
  const device = devices.find((one) => one === search['device'])
  return { ...(days && { days: Number(days) }), ...(language && { language }), ...(device && { device }) }
}

const daysOf = (days: unknown): VisitDays | undefined => visitDays.find((one) => one === String(days))

/** Renders how often the pages and forms of a policy year's site were used, and where students left a form. */
const VisitsScreen = () => {
  const { school, period } = Route.useParams()
  const search = Route.useSearch()
  const days = daysOf(search.days) ?? '30'
  const navigate = Route.useNavigate()
  const choose = (name: keyof VisitsSearch, value: string): void =>
    void navigate({ search: readSearch({ ...search, [name]: value }), replace: true })
  const visits = useAsk(
    getSiteVisits,
    { params: { id: Number(period) }, query: { ...search, days } },
    { keepPrevious: true, staleTime: 0 },
  )
  return (
    <>
      <PageHeader
        title="Site visits"
        breadcrumb={useBreadcrumbOf({ school: Number(school), period: Number(period) })}
        actions={
          <Segmented
            label="Days"
            options={visitDays.map((value) => ({ value, label: value }))}
            value={days}
            onChange={(chosen) => choose('days', chosen)}
          />
        }
      />
      {isAdmin(useUser()) && <WebsiteTabs />}
      <PageBody width="lg">
        <Loaded
          of={visits}
          what="The visits"
          who="Only this school’s admins and Shipmate Admins can see the visits of its site."
          rows={8}
          label="Loading visits"
        >
          {(data) => (
            <div className="flex flex-col gap-8">
              <Filters search={search} choose={choose} />
              <Visits visits={data} isFiltered={Boolean(search.language ?? search.device)} />
            </div>
          )}
        </Loaded>
      </PageBody>
    </>
  )
}

interface FiltersProps {
  search: VisitsSearch
  /** Anything but a value of the parameter is all of them. */
  choose: (name: 'language' | 'device', value: string) => void
}

const Filters = ({ search, choose }: FiltersProps) => (
  <div className="flex flex-wrap gap-x-6 gap-y-3">
    <Segmented
      label="Language"
      options={[
        { value: 'all', label: 'All' },
        ...siteLanguages.map((value) => ({ value, label: languageLabels[value] })),
      ]}
      value={search.language ?? 'all'}
      onChange={(chosen) => choose('language', chosen)}
    />
    <Segmented
      label="Device"
      options={[
        { value: 'all', label: 'All' },
        ...devices.map((value) => ({ value, label: deviceLabels[value] })),
      ]}
      value={search.device ?? 'all'}
      onChange={(chosen) => choose('device', chosen)}
    />
  </div>
)

const isUnused = ({ pages, forms }: SiteVisits): boolean =>
  pages.length === 0 && forms.every(({ begun, saved, sent }) => begun + saved + sent === 0)

const Visits = ({ visits, isFiltered }: { visits: SiteVisits; isFiltered: boolean }) => {
  if (isUnused(visits))
    return (
      <EmptyState
        icon={Globe}
        title={isFiltered ? 'No matching visits in these days' : 'No visits in these days'}
      >
        How often students open each page and where they leave a form appears here once they use the site.
      </EmptyState>
    )
  return (
    <>
      <p className="text-ink-2">
        {formatDays(visits.from, visits.to)}. Daily counts are saved for 3 years, without cookies or anything
        about the visitor. Search engines and other programs aren’t counted. Each visit counts, even if it’s
        the same person.
      </p>
      {visits.forms.map((form) => (
        <FormVisitsSection key={form.form} form={form} />
      ))}
      <PagesSection pages={visits.pages} />
      <GroupsSection
        title="Languages"
        head="Language"
        rows={visits.languages.map(({ language, ...numbers }) => ({
          label: languageLabels[language],
          ...numbers,
        }))}
      />
      <GroupsSection
        title="Devices"
        head="Device"
        rows={visits.devices.map(({ device, ...numbers }) => ({ label: deviceLabels[device], ...numbers }))}
      />
    </>
  )
}

export const Route = createFileRoute('/_signed-in/_own-school/schools/$school/period/$period/website/visits')(
  {
    validateSearch: screenSearch(readSearch),
    component: VisitsScreen,
  },
)
