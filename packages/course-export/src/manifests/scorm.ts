import type { Described } from '../package-course.ts'
import { xml, xmlHeader, xmlId } from './xml.ts'

type Edition = {
  namespaces: string
  schemaversion: string
  scormType: string
  /** One item and no rules: how results of several units add up differs between players. */
  sequencing: string
}

const editions: Record<'scorm2004' | 'scorm12', Edition> = {
  scorm2004: {
    namespaces: `xmlns="http://www.imsglobal.org/xsd/imscp_v1p1"
  xmlns:adlcp="http://www.adlnet.org/xsd/adlcp_v1p3"
  xmlns:adlseq="http://www.adlnet.org/xsd/adlseq_v1p3"
  xmlns:adlnav="http://www.adlnet.org/xsd/adlnav_v1p3"
  xmlns:imsss="http://www.imsglobal.org/xsd/imsss"
  xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance"
  xsi:schemaLocation="http://www.imsglobal.org/xsd/imscp_v1p1 imscp_v1p1.xsd
    http://www.adlnet.org/xsd/adlcp_v1p3 adlcp_v1p3.xsd
    http://www.adlnet.org/xsd/adlseq_v1p3 adlseq_v1p3.xsd
    http://www.adlnet.org/xsd/adlnav_v1p3 adlnav_v1p3.xsd
    http://www.imsglobal.org/xsd/imsss imsss_v1p0.xsd"`,
    schemaversion: '2004 4th Edition',
    scormType: 'adlcp:scormType="sco"',
    sequencing: `
      <imsss:sequencing>
        <imsss:controlMode choice="true" flow="true"/>
        <imsss:deliveryControls completionSetByContent="true" objectiveSetByContent="true"/>
      </imsss:sequencing>`,
  },
  scorm12: {
    namespaces: `xmlns="http://www.imsproject.org/xsd/imscp_rootv1p1p2"
  xmlns:adlcp="http://www.adlnet.org/xsd/adlcp_rootv1p2"
  xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance"
  xsi:schemaLocation="http://www.imsproject.org/xsd/imscp_rootv1p1p2 imscp_rootv1p1p2.xsd
    http://www.imsglobal.org/xsd/imsmd_rootv1p2p1 imsmd_rootv1p2p1.xsd
    http://www.adlnet.org/xsd/adlcp_rootv1p2 adlcp_rootv1p2.xsd"`,
    schemaversion: '1.2',
    scormType: 'adlcp:scormtype="sco"',
    sequencing: '',
  },
}

/** `imsmanifest.xml`: one organization, one item, one SCO. */
export function scormManifest(version: 'scorm2004' | 'scorm12', { courseId, titles, paths }: Described): string {
  const { namespaces, schemaversion, scormType, sequencing } = editions[version]
  const title = xml(titles[0]?.title ?? courseId)
  const [organization, resource] = [xmlId(courseId, 'organization'), xmlId(courseId, 'course')]
  return `${xmlHeader}<manifest identifier="${xmlId(courseId)}" version="1"
  ${namespaces}>
  <metadata>
    <schema>ADL SCORM</schema>
    <schemaversion>${schemaversion}</schemaversion>
  </metadata>
  <organizations default="${organization}">
    <organization identifier="${organization}">
      <title>${title}</title>
      <item identifier="${xmlId(courseId, 'item')}" identifierref="${resource}" isvisible="true">
        <title>${title}</title>
      </item>${sequencing}
    </organization>
  </organizations>
  <resources>
    <resource identifier="${resource}" type="webcontent" ${scormType} href="index.html">
${paths.map((path) => `      <file href="${xml(path)}"/>`).join('\n')}
    </resource>
  </resources>
</manifest>
`
}
