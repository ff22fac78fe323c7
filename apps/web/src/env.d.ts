interface ImportMetaEnv {
  readonly BRAND_NAME?: string
  readonly BRAND_COMPANY?: string
  readonly BRAND_ADDRESS?: string
  readonly SUPPORT_EMAIL?: string
}
