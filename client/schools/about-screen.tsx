import { createFileRoute } from '@tanstack/react-router'
import { replaceSchoolAbout } from '#contract/schools/endpoints.ts'
import type { School } from '#contract/schools/shapes.ts'
import { useSend } from '#client/lib/query.ts'
import { AboutFields } from './about-form.tsx'
import { aboutPart } from './about-part.ts'
import { ArchiveSection } from './archive-section.tsx'
import { EditFrame, LoadedSchool } from './edit-frame.tsx'
import { LogoSection } from './logo-section.tsx'
import { schoolReads, useSchoolEdit } from './use-school-edit.ts'

/** What a school is: names, address, contacts, logo. */
const AboutScreen = () => {
  const schoolId = Number(Route.useParams().id)
  return (
    <LoadedSchool schoolId={schoolId} title="School settings">
      {(school) => <About key={school.id} school={school} />}
    </LoadedSchool>
  )
}

const About = ({ school }: { school: School }) => {
  const { send } = useSend(replaceSchoolAbout, { refreshes: schoolReads, quiet: true })
  const edit = useSchoolEdit({
    part: aboutPart,
    school,
    save: async (facts, version) =>
      (await send({ params: { id: school.id }, body: { ...facts, version } })).reply,
  })
  return (
    <EditFrame
      schoolId={school.id}
      title="School settings"
      edit={edit}
      width="md"
      before={<LogoSection school={school} />}
      after={<ArchiveSection school={school} />}
    >
      <AboutFields />
    </EditFrame>
  )
}

export const Route = createFileRoute('/_signed-in/_admin/schools/$id/settings')({ component: AboutScreen })
