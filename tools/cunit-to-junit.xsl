<?xml version="1.0" encoding="UTF-8"?>
<!-- SPDX-License-Identifier: MIT
     One run of CUnit's automated interface (CUnit-Results.xml) as JUnit <testsuite> elements; tools/test.sh puts
     <testsuites> around those of several runs.
     xsltproc - -nonet - -novalid - -stringparam run NAME tools/cunit-to-junit.xsl CUnit-Results.xml
     CUnit writes one record for each failed assertion: records of one test that follow each other are one testcase. -->
<xsl:stylesheet version="1.0" xmlns:xsl="http://www.w3.org/1999/XSL/Transform">
  <xsl:output method="xml" encoding="UTF-8" indent="yes" omit-xml-declaration="yes"/>
  <xsl:param name="run" select="'cunit'"/>

  <xsl:template match="/">
    <xsl:apply-templates select="//CUNIT_RUN_SUITE_SUCCESS | //CUNIT_RUN_SUITE_FAILURE"/>
  </xsl:template>

  <xsl:template match="CUNIT_RUN_SUITE_SUCCESS">
    <xsl:variable name="suite" select="concat($run, '.', normalize-space(SUITE_NAME))"/>
    <!-- the first record of each test -->
    <xsl:variable name="first" select="CUNIT_RUN_TEST_RECORD[normalize-space(*/TEST_NAME) !=
        normalize-space(preceding-sibling::CUNIT_RUN_TEST_RECORD[1]/*/TEST_NAME)]"/>
    <testsuite name="{$suite}" tests="{count($first)}" failures="{count($first[CUNIT_RUN_TEST_FAILURE])}" errors="0">
      <xsl:for-each select="$first">
        <xsl:variable name="test" select="normalize-space(*/TEST_NAME)"/>
        <testcase classname="{$suite}" name="{$test}">
          <xsl:for-each select="../CUNIT_RUN_TEST_RECORD/CUNIT_RUN_TEST_FAILURE[normalize-space(TEST_NAME) = $test]">
            <xsl:variable name="place" select="concat(normalize-space(FILE_NAME), ':', normalize-space(LINE_NUMBER))"/>
            <failure message="{$place}: {normalize-space(CONDITION)}" type="assertion">
              <xsl:value-of select="concat($place, ': ', normalize-space(CONDITION))"/>
            </failure>
          </xsl:for-each>
        </testcase>
      </xsl:for-each>
    </testsuite>
  </xsl:template>

  <!-- The suite's own initialisation or cleanup failed. -->
  <xsl:template match="CUNIT_RUN_SUITE_FAILURE">
    <xsl:variable name="suite" select="concat($run, '.', normalize-space(SUITE_NAME))"/>
    <testsuite name="{$suite}" tests="1" failures="0" errors="1">
      <testcase classname="{$suite}" name="{normalize-space(SUITE_NAME)}">
        <error message="{normalize-space(FAILURE_REASON)}"/>
      </testcase>
    </testsuite>
  </xsl:template>
</xsl:stylesheet>
