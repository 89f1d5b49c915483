import { createFileRoute, Link } from '@tanstack/react-router'
import { LinkRow, linkItemClass, linkListClass, linkRowClass } from '#client/platform/ui/text/link-row.tsx'
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
    <ul className={linkListClass}>
      {pages.map((page) => (
        <PageRow key={page.title} page={page} />
      ))}
    </ul>
  </section>
)

const PageRow = ({ page: { to, icon, title, text } }: { page: ReportPage }) => (
  <li className={linkItemClass}>
    <Link to={to} params={Route.useParams()} className={linkRowClass}>
      <LinkRow icon={icon} title={title} text={text} />
    </Link>
  </li>
)

export const Route = createFileRoute('/_signed-in/_admin/schools/$school/period/$period/reports')({
  component: ReportsScreen,
})
