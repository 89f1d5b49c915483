import { createFileRoute, Link } from '@tanstack/react-router'
import { ChevronRight } from 'lucide-react'
import { PageBody, PageHeader } from '#client/platform/ui/text/page-header.tsx'
import { reportPages, type ReportPage } from './report-pages.ts'

/** Renders the index of a policy year’s reports and of the files that leave it. */
const ReportsScreen = () => (
  <>
    <PageHeader title="Reports" />
    <PageBody>
      <div className="flex flex-col gap-8">
        {Object.entries(reportPages).map(([title, pages]) => (
          <Group key={title} title={title} pages={pages} />
        ))}
      </div>
    </PageBody>
  </>
)

const Group = ({ title, pages }: { title: string; pages: readonly ReportPage[] }) => (
  <section aria-labelledby={title}>
    <h2 id={title} className="mb-2 text-section font-semibold">
      {title}
    </h2>
    <ul className="overflow-hidden rounded-card bg-raised shadow-line">
      {pages.map((page) => (
        <PageRow key={page.title} page={page} />
      ))}
    </ul>
  </section>
)

const PageRow = ({ page: { to, icon: Icon, title, text } }: { page: ReportPage }) => (
  <li className="border-b border-line last:border-b-0">
    <Link
      to={to}
      params={Route.useParams()}
      className="flex items-center gap-3 px-4 py-3 text-ink no-underline transition-colors duration-100 hover:bg-hover focus-visible:-outline-offset-2"
    >
      <Icon size={18} aria-hidden className="shrink-0 text-ink-3" />
      <span className="min-w-0 flex-1">
        <span className="block font-medium">{title}</span>
        <span className="block text-label text-ink-2">{text}</span>
      </span>
      <ChevronRight size={16} aria-hidden className="shrink-0 text-ink-3" />
    </Link>
  </li>
)

export const Route = createFileRoute('/_signed-in/_admin/schools/$school/period/$period/reports')({
  component: ReportsScreen,
})
