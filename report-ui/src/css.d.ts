// Style sheets are bundled by what imports them.
declare module "*.css";
