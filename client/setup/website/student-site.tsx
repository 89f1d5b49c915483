import { ExternalLink, QrCode } from 'lucide-react'
import { getPeriodSite } from '#contract/setup/site/endpoints.ts'
import type { PeriodSite } from '#contract/setup/site/shapes.ts'
import { afresh, useAsk } from '#client/platform/lib/query.ts'
import { saveFile } from '#client/platform/lib/save-file.ts'
import { Button } from '#client/platform/ui/controls/button.tsx'
import { CopyField } from '#client/platform/ui/controls/copy-field.tsx'
import { AnchorButton } from '#client/platform/ui/controls/link-button.tsx'
import { Popover } from '#client/platform/ui/overlays/popover.tsx'
import { Loaded } from '#client/platform/ui/states/loaded.tsx'

/** Renders the address of a policy year's site with its QR code, and whether students can open it. */
export const StudentSiteAddress = ({ periodId }: { periodId: number }) => (
  <Loaded
    of={useAsk(getPeriodSite, { params: { id: periodId } }, afresh)}
    compact
    what="The site’s address"
    who="Only Shipmate Admins can set up a policy year."
    rows={2}
    label="Loading the site’s address"
  >
    {(site) => (
      <div className="flex flex-col items-start gap-2">
        <CopyField
          label="Address for students"
          text={site.address}
          hint={site.is_open ? 'The site is open to students.' : closedText(site)}
        />
        <Button icon={QrCode} onClick={() => saveFile(drawingOf(site), 'student-site-qr-code.svg')}>
          Download QR code
        </Button>
      </div>
    )}
  </Loaded>
)

const drawingOf = ({ qr_code }: PeriodSite): Blob => new Blob([qr_code], { type: 'image/svg+xml' })

const reasons: Record<PeriodSite['closed_by'][number], string> = {
  draft: 'Open the policy year, which is a draft.',
  closed: 'The policy year is closed.',
  settings: 'Check “Open the site to students” in the site settings, save and publish.',
}

const closedText = ({ closed_by }: PeriodSite): string =>
  ['The site isn’t open to students.', ...closed_by.map((one) => reasons[one])].join(' ')

interface ViewSiteProps {
  periodId: number
  /** The page’s path under the site: '' for the home page, '/faqs'. */
  path: string
  /** Why students don’t have this page, if they don’t. */
  hidden?: string | null
}

/** Renders a link to a page of the student site, in a new tab; a button that says why not, if students can't open it. */
export const ViewSite = ({ periodId, path, hidden = null }: ViewSiteProps) => {
  const { data: site } = useAsk(getPeriodSite, { params: { id: periodId } }, afresh)
  if (!site) return null
  const why = site.is_open ? hidden : closedText(site)
  if (why !== null)
    return (
      <Popover label="View site" align="end" className="w-72 p-3" trigger={<Button>View site</Button>}>
        <p>{why}</p>
      </Popover>
    )
  return (
    <AnchorButton href={`${site.address}${path}`} target="_blank" rel="noreferrer" icon={ExternalLink}>
      View site
    </AnchorButton>
  )
}

/** Returns the path of a page of the site by its key in the menu. */
export const sitePathOf = (key: string): string => (key === 'home' ? '' : `/${key}`)
